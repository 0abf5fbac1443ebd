import { readVisibleText } from '../../contract/answer-text/visible-ranges.ts';
import { createAnswerMapper } from '../answers/answer-mapper.ts';
import { createQuestionLanguage, maxDetectedLength } from '../measure/language.ts';
import { createNearMissFinder, type NearMiss } from '../measure/near-misses.ts';
import type { BrandRecord } from '../store/records.ts';
import type { FoundAnswer, WholeAnswer } from '../store/store.ts';

/** An answer's text, and the IDs of the brands that it mentions. */
interface MeasuredText {
  text: string;
  brandIds: readonly string[];
}

/** What is found in a text, by the name of the task. */
interface Items {
  language: string;
  listedAnswer: FoundAnswer;
  answer: WholeAnswer;
  nearMisses: MeasuredText;
}
interface Results {
  /** An ISO 639-1 code; null if it is not certain. */
  language: string | null;
  /** An answer as lists show it, and with its text, as JSON. */
  listedAnswer: string;
  answer: string;
  nearMisses: readonly NearMiss[];
}

export type TaskName = keyof Items;
export type ItemOf<N extends TaskName> = Items[N];
export type ResultOf<N extends TaskName> = Results[N];

/** Carries out a task for each item. */
export type FindIn<N extends TaskName> = (items: readonly Items[N][]) => Results[N][];

interface Task<N extends TaskName> {
  /** How much text has to be read for an item, in UTF-16 code units. */
  lengthOf: (item: Items[N]) => number;
  /**
   * Prepares the search for brands, which takes up to a tenth of a second.
   * @param brands the brands of the items' site, or those that the caller may see.
   */
  prepare: (brands: readonly BrandRecord[]) => FindIn<N>;
}

/** Stands for what an item costs besides its text. */
const itemLength = 200;

const lengthOfAnswer = ({ evidence }: FoundAnswer): number =>
  itemLength * (1 + (evidence?.sources ?? 0)) + (evidence?.text?.length ?? 0);

/** Work on texts, which takes up to half a microsecond for each character, and longer if a site has many aliases. */
export const textTasks: { readonly [N in TaskName]: Task<N> } = {
  language: {
    lengthOf: (text) => itemLength + Math.min(text.length, maxDetectedLength),
    prepare(brands) {
      const languageOf = createQuestionLanguage(brands);
      return (texts) => texts.map(languageOf);
    },
  },
  listedAnswer: {
    lengthOf: lengthOfAnswer,
    prepare: (brands) => (answers) => {
      const { toListedAnswer } = createAnswerMapper(brands, answers);
      return answers.map((answer) => JSON.stringify(toListedAnswer(answer)));
    },
  },
  answer: {
    lengthOf: lengthOfAnswer,
    prepare: (brands) => (answers) =>
      answers.map((answer) =>
        JSON.stringify(createAnswerMapper(brands, [answer]).toAnswer(answer)),
      ),
  },
  nearMisses: {
    lengthOf: ({ text }) => itemLength + text.length,
    prepare(brands) {
      const find = createNearMissFinder(brands);
      return (texts) =>
        texts.map(({ text, brandIds }) => find(readVisibleText(text).text, brandIds));
    },
  },
};

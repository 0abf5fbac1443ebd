import type { Citation } from '../store/store.ts';
import type { Phrases } from './wording/language.ts';

/** What an answer says, before a platform gives it its form. */
export interface Draft {
  phrases: Phrases;
  /** What the answer is about, for a heading. */
  title: string;
  opening: string;
  /** Sentences about each mentioned brand, and the words in the first of them to set in bold, if any. */
  assessments: readonly { bold: string; sentences: readonly string[] }[];
  advice: readonly string[];
  closing: string;
  /** Cited pages. The text contains none of their titles, except in a link to a third party. */
  citations: readonly Citation[];
  /** A third party's page among the citations; null if there is none. */
  source: Citation | null;
}

/** Writes Markdown in the style of a platform. Leaves sentences about brands whole: each is measured by itself. */
export type Layout = (draft: Draft) => string;

const paragraphs = (...parts: readonly string[]) =>
  parts.filter((part) => part !== '').join('\n\n');
const lines = (parts: readonly string[]) => parts.join('\n');
const prose = ({ phrases }: Draft, sentences: readonly string[]) => sentences.join(phrases.space);
const emphasise = (words: string, text: string) =>
  words === '' ? text : text.replace(words, () => `**${words}**`);
const link = ({ title, url }: Citation) => `[${title}](${url})`;

/** One item for each brand, with its name in bold. */
const items = (draft: Draft) =>
  draft.assessments.map(({ bold, sentences }) => emphasise(bold, prose(draft, sentences)));

/** Paragraphs without any markup. */
const claude: Layout = (draft) => {
  const [first = '', ...others] = draft.advice;
  const assessments = draft.assessments.flatMap(({ sentences }) => sentences);
  return paragraphs(
    prose(draft, [draft.opening, first].filter(Boolean)),
    prose(draft, assessments),
    prose(draft, others),
  );
};

/** Bullets with names in bold, and an offer at the end. */
const chatgpt: Layout = (draft) => {
  const [tip = '', ...others] = draft.advice;
  const { phrases, source } = draft;
  return paragraphs(
    draft.opening,
    lines([...items(draft), ...others].map((item) => `- ${item}`)),
    tip && `**${phrases.tip}:** ${tip}${source ? ` (${link(source)})` : ''}`,
    draft.closing,
  );
};

/** Headings with bullets below. */
const gemini: Layout = (draft) => {
  const { phrases, advice } = draft;
  const options = items(draft).map((item) => `* ${item}`);
  return paragraphs(
    `### ${draft.title}`,
    draft.opening,
    ...(options.length > 0 ? [`### ${phrases.options}`, lines(options)] : []),
    ...(advice.length > 0
      ? [`### ${phrases.considerations}`, lines(advice.map((each) => `* ${each}`))]
      : []),
  );
};

/** Adds the number of a citation before the full stop of a sentence. */
const addCitation = (sentence: string, number: number) =>
  sentence.replace(/ ?([.。])$/, ` [${number}]$1`);

/** A few short paragraphs in which every sentence has the number of a citation. */
const perplexity: Layout = (draft) => {
  const count = Math.max(draft.citations.length, 1);
  let number = 0;
  const citeNext = (sentence: string) => addCitation(sentence, (number++ % count) + 1);
  return paragraphs(
    citeNext(draft.opening),
    ...draft.assessments.map(({ bold, sentences }) =>
      emphasise(bold, prose(draft, sentences.map(citeNext))),
    ),
    prose(draft, draft.advice.map(citeNext)),
  );
};

/** One paragraph and two bullets at most. */
const overview: Layout = (draft) => {
  const assessments = draft.assessments.flatMap(({ sentences }) => sentences);
  return paragraphs(
    prose(draft, [draft.opening, ...assessments, ...draft.advice.slice(2)]),
    lines(draft.advice.slice(0, 2).map((each) => `- ${each}`)),
  );
};

/** A bold summary and a numbered list. */
const aiMode: Layout = (draft) =>
  paragraphs(
    `**${draft.opening}**`,
    lines(items(draft).map((item, place) => `${place + 1}. ${item}`)),
    prose(draft, draft.advice),
  );

/** Bullets below a bold line, and a link. */
const copilot: Layout = (draft) => {
  const { phrases, source } = draft;
  const options = items(draft).map((item) => `- ${item}`);
  return paragraphs(
    draft.opening,
    ...(options.length > 0 ? [`**${phrases.options}**`, lines(options)] : []),
    prose(draft, draft.advice),
    source ? `${phrases.source}: ${link(source)}` : '',
    draft.closing,
  );
};

export const layouts = { claude, chatgpt, gemini, perplexity, overview, aiMode, copilot };

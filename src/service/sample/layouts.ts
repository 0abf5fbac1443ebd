import type { Citation } from '../records/answer.ts';
import type { Phrases } from './wording/language.ts';

/** What an answer says, before it is formatted in the style of a platform. */
export interface Draft {
  phrases: Phrases;
  /** What the answer is about, for a heading. */
  title: string;
  opening: string;
  /** Sentences about each mentioned brand, by its name. */
  assessments: readonly { brand: string; sentences: readonly string[] }[];
  advice: readonly string[];
  closing: string;
  /** Cited pages. The text contains none of their titles, except in a link to a third party. */
  citations: readonly Citation[];
  /** A third party's page among the citations; null if there is none. */
  source: Citation | null;
}

/**
 * Writes Markdown in the style of a platform. Must keep each sentence about a brand whole, because sentiment is
 * measured sentence by sentence.
 */
export type Layout = (draft: Draft) => string;

const joinParagraphs = (...parts: readonly string[]) =>
  parts.filter((part) => part !== '').join('\n\n');
const joinLines = (parts: readonly string[]) => parts.join('\n');
const joinSentences = (sentences: readonly string[]) => sentences.join(' ');
const emphasise = (words: string, text: string) => text.replace(words, () => `**${words}**`);
const toLink = ({ title, url }: Citation) => `[${title}](${url})`;

/** One item for each brand, with its name in bold. */
const toItems = (draft: Draft) =>
  draft.assessments.map(({ brand, sentences }) => emphasise(brand, joinSentences(sentences)));

/** Paragraphs without any markup. */
const claude: Layout = (draft) => {
  const [first = '', ...others] = draft.advice;
  const assessments = draft.assessments.flatMap(({ sentences }) => sentences);
  return joinParagraphs(
    joinSentences([draft.opening, first].filter(Boolean)),
    joinSentences(assessments),
    joinSentences(others),
  );
};

/** Bullets with names in bold, and a question or offer at the end. */
const chatgpt: Layout = (draft) => {
  const [tip = '', ...others] = draft.advice;
  const { phrases, source } = draft;
  return joinParagraphs(
    draft.opening,
    joinLines([...toItems(draft), ...others].map((item) => `- ${item}`)),
    tip && `**${phrases.tip}:** ${tip}${source ? ` (${toLink(source)})` : ''}`,
    draft.closing,
  );
};

/** Headings with bullets below. */
const gemini: Layout = (draft) => {
  const { phrases, advice } = draft;
  const options = toItems(draft).map((item) => `* ${item}`);
  return joinParagraphs(
    `### ${draft.title}`,
    draft.opening,
    ...(options.length > 0 ? [`### ${phrases.options}`, joinLines(options)] : []),
    ...(advice.length > 0
      ? [`### ${phrases.considerations}`, joinLines(advice.map((sentence) => `* ${sentence}`))]
      : []),
  );
};

/** Adds the number of a citation before the full stop of a sentence. */
const addCitation = (sentence: string, number: number) => sentence.replace(/\.$/, ` [${number}].`);

/** A few short paragraphs in which every sentence has the number of a citation. */
const perplexity: Layout = (draft) => {
  const count = Math.max(draft.citations.length, 1);
  let number = 0;
  const citeNext = (sentence: string) => addCitation(sentence, (number++ % count) + 1);
  return joinParagraphs(
    citeNext(draft.opening),
    ...draft.assessments.map(({ brand, sentences }) =>
      emphasise(brand, joinSentences(sentences.map(citeNext))),
    ),
    joinSentences(draft.advice.map(citeNext)),
  );
};

/** One paragraph and at most two bullets. */
const overview: Layout = (draft) => {
  const assessments = draft.assessments.flatMap(({ sentences }) => sentences);
  return joinParagraphs(
    joinSentences([draft.opening, ...assessments, ...draft.advice.slice(2)]),
    joinLines(draft.advice.slice(0, 2).map((sentence) => `- ${sentence}`)),
  );
};

/** A bold summary and a numbered list. */
const aiMode: Layout = (draft) =>
  joinParagraphs(
    `**${draft.opening}**`,
    joinLines(toItems(draft).map((item, index) => `${index + 1}. ${item}`)),
    joinSentences(draft.advice),
  );

/** Bullets below a bold line, and a link. */
const copilot: Layout = (draft) => {
  const { phrases, source } = draft;
  const options = toItems(draft).map((item) => `- ${item}`);
  return joinParagraphs(
    draft.opening,
    ...(options.length > 0 ? [`**${phrases.options}**`, joinLines(options)] : []),
    joinSentences(draft.advice),
    source ? `${phrases.source}: ${toLink(source)}` : '',
    draft.closing,
  );
};

export const layouts = { claude, chatgpt, gemini, perplexity, overview, aiMode, copilot };

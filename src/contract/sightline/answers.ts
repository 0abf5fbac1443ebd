import * as v from 'valibot';
import { Id, Key, list, Name, nullable, required, Text, Timestamp, Value } from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { Brand } from '../resources.ts';

/** The maximum length of a text on a page, in UTF-16 units. Browsers would need seconds to lay out a longer text. */
export const maxAnswerLength = 200_000;
const AnswerText = v.pipe(
  v.string(),
  // Keeps one more unit than the limit, so that pages can tell that a text is longer.
  v.transform((text) => text.slice(0, maxAnswerLength + 1)),
);

const answerEntries = {
  /** Opaque. A single segment of a path that stays the same after every import. */
  id: Key,
  scanId: Id,
  completedAt: nullable(Timestamp),
  promptId: Id,
  /** The prompt's text. */
  prompt: required(Text),
  /** A platform ID. */
  platform: required(Key),
  /** A region code. */
  region: required(Key),
  /** 1 for the first run of the prompt on the platform in the region in the scan. */
  run: required(Value),
  /** The model that answered; null if unknown. */
  model: nullable(Name),
  /** Whether the platform looked anything up before answering; null if unknown. */
  searched: nullable(v.boolean()),
  /** Plain text around the first mention of the tracked brand, or the opening; null if the answer has no text. */
  excerpt: nullable(Text),
  /** Mentioned brands with the sentiment of each, from 0 to 100. */
  mentions: list(v.object({ brandId: Id, sentiment: nullable(Value) })),
  /** The number of citations, not of distinct sources. */
  sources: required(Value),
};
export const ListedAnswer = v.object(answerEntries);
export type ListedAnswer = v.InferOutput<typeof ListedAnswer>;

export const ListedAnswerPage = pageOf(ListedAnswer);
export type ListedAnswerPage = v.InferOutput<typeof ListedAnswerPage>;

const offset = v.pipe(v.number(), v.finite());
/** A mention of a brand in the text, as UTF-16 offsets. `end` is exclusive. */
const Mark = v.object({ brandId: Id, start: offset, end: offset });
export type Mark = v.InferOutput<typeof Mark>;

const Citation = v.object({
  url: required(Text),
  title: nullable(Text),
  /** The registrable domain. */
  domain: required(Name),
  /** The brand whose domains include the host of the URL or a parent of it; null if there is none. */
  owner: nullable(Brand),
});

export const Answer = v.object({
  ...answerEntries,
  /** As imported, but cut one unit after `maxAnswerLength`; null if no text is stored. */
  text: nullable(AnswerText),
  marks: list(Mark),
  citations: list(Citation),
});
export type Answer = v.InferOutput<typeof Answer>;

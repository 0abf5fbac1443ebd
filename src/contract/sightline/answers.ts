import * as v from 'valibot';
import { Id, Key, list, Name, nullable, required, Text, Timestamp, Value } from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { Brand } from '../resources.ts';

/**
 * The maximum length of an answer on a page, in UTF-16 code units. Browsers would need seconds to lay out a longer one.
 */
export const maxAnswerLength = 200_000;
const AnswerText = v.pipe(
  v.string(),
  // One unit more than the limit, so that pages can tell whether the text is longer.
  v.transform((text) => text.slice(0, maxAnswerLength + 1)),
);

const answerEntries = {
  /** Opaque, but valid as a segment of a path. Stays the same when the answer is imported again. */
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
  /** Numbers a scan's runs of the same prompt on the same platform in the same region, from 1. */
  run: required(Value),
  /** The model that answered; null if unknown. */
  model: nullable(Name),
  /** Whether the platform looked anything up before answering; null if unknown. */
  searched: nullable(v.boolean()),
  /** Plain text around the first mention of the tracked brand, or else the beginning; null without a text. */
  excerpt: nullable(Text),
  /**
   * The mentioned brands, each with its sentiment, from 0 to 100, or null if unknown, and with its place in the order in
   * which the text first names brands, from 1. Brands first named at the same position share a place. It is null if the
   * text does not name the brand, or if no order is stored.
   */
  mentions: list(v.object({ brandId: Id, sentiment: nullable(Value), place: nullable(Value) })),
  /** The number of citations, not of distinct sources. */
  sources: required(Value),
};
export const ListedAnswer = v.object(answerEntries);
export type ListedAnswer = v.InferOutput<typeof ListedAnswer>;

export const ListedAnswerPage = v.object({
  ...pageOf(ListedAnswer).entries,
  /**
   * The number of answers on all pages. Null on later pages, if there are more answers with the words of a search than
   * fit on the first page, and from an older service.
   */
  total: nullable(Value),
});
export type ListedAnswerPage = v.InferOutput<typeof ListedAnswerPage>;

const offset = v.pipe(v.number(), v.finite());
/** A mention of a brand in the text, as UTF-16 offsets. `end` is exclusive. */
const Mark = v.object({ brandId: Id, start: offset, end: offset });
export type Mark = v.InferOutput<typeof Mark>;

const Source = v.object({
  url: required(Text),
  title: nullable(Text),
  /** The domain that a citation counts for, as in the report on the cited domains. */
  domain: required(Name),
  /** The brand that owns the domain, as in the report on the cited domains; null if none does. */
  owner: nullable(Brand),
});

export const Answer = v.object({
  ...answerEntries,
  /** As imported, but cut to one unit more than `maxAnswerLength`; null if no text is stored. */
  text: nullable(AnswerText),
  /** Only within the first `maxAnswerLength` units of the text. */
  marks: list(Mark),
  citations: list(Source),
  /** What the platform searched for, in order; empty if unknown. */
  queries: list(Text),
  /** Sources that the platform's searches found and the answer does not cite, each once; empty if unknown. */
  retrieved: list(Source),
  /** The location that was sent with the question, such as a region code; null if unknown. */
  location: nullable(Name),
});
export type Answer = v.InferOutput<typeof Answer>;

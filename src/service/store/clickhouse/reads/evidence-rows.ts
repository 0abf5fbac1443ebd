import * as v from 'valibot';
import type { WholeAnswer } from '../../store.ts';

/** The columns of `texts` that lists of answers show, except the text. */
export const listedColumns = 'length(urls) AS sources, model, searched';
export const listedEntries = {
  text: v.nullable(v.string()),
  sources: v.number(),
  model: v.string(),
  searched: v.nullable(v.boolean()),
};
const ListedRow = v.object(listedEntries);

/** All columns of `texts` with evidence. */
export const evidenceColumns = `text, urls, titles, ${listedColumns}, queries, retrievedUrls, retrievedTitles, location`;
export const evidenceEntries = {
  ...listedEntries,
  urls: v.array(v.string()),
  titles: v.array(v.string()),
  queries: v.array(v.string()),
  retrievedUrls: v.array(v.string()),
  retrievedTitles: v.array(v.string()),
  location: v.string(),
};
const EvidenceRow = v.object(evidenceEntries);

const toSources = (urls: readonly string[], titles: readonly string[]) =>
  urls.map((url, index) => ({ url, title: titles[index] ?? '' }));

export const toListedEvidence = ({
  text,
  sources,
  model,
  searched,
}: v.InferOutput<typeof ListedRow>) => ({ text, sources, model, searched });

export const toEvidence = (
  row: v.InferOutput<typeof EvidenceRow>,
): NonNullable<WholeAnswer['evidence']> => ({
  ...toListedEvidence(row),
  citations: toSources(row.urls, row.titles),
  queries: row.queries,
  retrieved: toSources(row.retrievedUrls, row.retrievedTitles),
  location: row.location,
});

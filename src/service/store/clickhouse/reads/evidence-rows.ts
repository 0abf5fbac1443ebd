import * as v from 'valibot';
import {
  evidenceColumns as columns,
  evidenceEntries as entries,
  fromEvidenceColumns,
} from '../../../records/answer.ts';
import type { WholeAnswer } from '../../store.ts';

/** The columns of `texts` that lists of answers show, except the text. */
export const listedColumns = 'length(urls) AS sources, model, searched';
export const listedEntries = {
  text: entries.text,
  sources: v.number(),
  model: entries.model,
  searched: entries.searched,
};
const ListedRow = v.object(listedEntries);

/** All columns of `texts` with evidence. */
export const evidenceColumns = `length(urls) AS sources, ${Object.keys(columns).join(', ')}`;
export const evidenceEntries = { ...listedEntries, ...entries };
const EvidenceRow = v.object(evidenceEntries);

export const toListedEvidence = ({
  text,
  sources,
  model,
  searched,
}: v.InferOutput<typeof ListedRow>) => ({ text, sources, model, searched });

export const toEvidence = (
  row: v.InferOutput<typeof EvidenceRow>,
): NonNullable<WholeAnswer['evidence']> => ({
  ...fromEvidenceColumns(row),
  sources: row.sources,
});

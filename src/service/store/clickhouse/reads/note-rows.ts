import type * as v from 'valibot';
import { maxNotesReturned } from '../../../../contract/resources.ts';
import { NoteRecord } from '../../records.ts';
import type { NoteIdentity, PageRequest } from '../../store.ts';
import { selectNotes } from '../engine/schema.ts';
import { createPageClauses, pageParamsOf } from './page.ts';
import {
  selectNewestOfSite,
  siteParamsOf,
  type TenantReads,
  visibleNoteCondition,
} from './tenant.ts';

const { pageOrder, pageStartOf } = createPageClauses('createdAt', 'activityId');

const ofRecommendation = `siteId = {site:UUID} AND recommendationId IN (
  SELECT id FROM ${selectNewestOfSite('recommendations', 'id = {id:UUID}')})`;

/** The notes on the recommendation `{id:UUID}` that the tenant can see, as the end of a statement. */
export const notesOfRecommendation = `${selectNotes(ofRecommendation)} WHERE ${visibleNoteCondition}`;

/** Implements `Store.notes`. Loads only the notes of one page. */
export const readNotes = (
  reads: TenantReads,
  siteId: string,
  recommendationId: string,
  page: PageRequest = { after: null, limit: maxNotesReturned },
): Promise<readonly NoteRecord[]> =>
  reads.engine.rows(
    NoteRecord,
    `SELECT * FROM ${notesOfRecommendation} ${pageStartOf(page)} ${pageOrder} LIMIT {limit:UInt16}`,
    { ...siteParamsOf(reads, siteId), id: recommendationId, ...pageParamsOf(page) },
  );

const oneNote = `SELECT * FROM ${selectNotes(`${ofRecommendation} AND activityId = {note:UUID}`)}
  WHERE ${visibleNoteCondition}`;

/**
 * Reads the row of a note; null if it does not exist for the tenant.
 * @param schema the columns to read.
 */
export async function readNoteRow<S extends v.GenericSchema>(
  reads: TenantReads,
  { siteId, recommendationId: id, activityId: note }: NoteIdentity,
  schema: S,
): Promise<v.InferOutput<S> | null> {
  const params = { ...siteParamsOf(reads, siteId), id, note };
  const [row] = await reads.engine.rows(schema, oneNote, params);
  return row ?? null;
}

/** Implements `Store.note`. */
export const readNote = (reads: TenantReads, note: NoteIdentity): Promise<NoteRecord | null> =>
  readNoteRow(reads, note, NoteRecord);

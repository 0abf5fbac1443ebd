import { maxNotesReturned } from '../../../../contract/resources.ts';
import { NoteRecord } from '../../records.ts';
import type { PageRequest } from '../../store.ts';
import { selectNewest } from '../engine/schema.ts';
import { createPageClauses, pageParamsOf } from './page.ts';
import { siteParamsOf, type TenantReads, tenantSiteCondition } from './tenant.ts';

const { pageOrder, pageStartOf } = createPageClauses('createdAt', 'activityId');

/** A recommendation's notes, as the end of a statement. */
export const notesOfRecommendation = `notes WHERE ${tenantSiteCondition} AND recommendationId IN (
  SELECT id FROM ${selectNewest('recommendations', `${tenantSiteCondition} AND id = {id:UUID}`)})`;

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

import { maxNotesPerRecommendation, maxNotesReturned } from '../../src/contract/resources.ts';
import type { NoteRecord, RemovedRecord } from '../../src/service/store/records.ts';
import type { PageRequest, Store } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';
import { findVisibleRecord, findVisibleSite, pageNewestFirst } from './visibility.ts';

const newestNotesPage: PageRequest = { after: null, limit: maxNotesReturned };
const pageOfNotes = (notes: readonly NoteRecord[], page: PageRequest): NoteRecord[] =>
  pageNewestFirst(
    notes.map((note) => ({ id: note.activityId, createdAt: note.createdAt, note })),
    page,
  ).map(({ note }) => note);

/** Removes the notes of removed recommendations. */
export function removeNotesOf(notes: NoteRecord[], removed: readonly RemovedRecord[]): void {
  const ids = new Set(removed.map(({ table, id }) => (table === 'recommendations' ? id : '')));
  const kept = notes.filter(({ recommendationId }) => !ids.has(recommendationId));
  notes.splice(0, notes.length, ...kept);
}

/**
 * Creates the methods for recommendations and their notes.
 * @param notes to which notes are added.
 */
export function createNotes(
  getTables: () => Tables,
  notes: NoteRecord[],
): Pick<Store, 'recommendations' | 'recommendation' | 'notes' | 'addNote'> {
  const notesOf = (siteId: string, recommendationId: string): NoteRecord[] =>
    notes.filter((note) => note.siteId === siteId && note.recommendationId === recommendationId);

  return {
    async recommendations(tenant, siteId, page) {
      const tables = getTables();
      if (!findVisibleSite(tables, tenant, siteId)) return [];
      const recommendationsWithCounts = [...tables.recommendations.values()]
        .filter((recommendation) => recommendation.siteId === siteId)
        .map((recommendation) => ({
          ...recommendation,
          notes: notesOf(siteId, recommendation.id).length,
        }));
      return pageNewestFirst(recommendationsWithCounts, page);
    },
    async recommendation(tenant, siteId, id) {
      return findVisibleRecord(getTables(), 'recommendations', tenant, siteId, id);
    },
    async notes(tenant, siteId, recommendationId, page = newestNotesPage) {
      if (!findVisibleRecord(getTables(), 'recommendations', tenant, siteId, recommendationId))
        return [];
      return pageOfNotes(notesOf(siteId, recommendationId), page);
    },
    async addNote(tenant, note) {
      const { siteId, recommendationId } = note;
      if (!findVisibleRecord(getTables(), 'recommendations', tenant, siteId, recommendationId))
        return 'absent';
      const earlierNotes = notesOf(siteId, recommendationId);
      if (earlierNotes.length >= maxNotesPerRecommendation) return 'full';
      notes.push({ ...note });
      return [note, ...pageOfNotes(earlierNotes, newestNotesPage)].slice(0, maxNotesReturned);
    },
  };
}

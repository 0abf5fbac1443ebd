import { maxNotesPerRecommendation, maxNotesReturned } from '../../../contract/resources.ts';
import type { NoteRecord } from '../records.ts';
import type { PageRequest, Store } from '../store.ts';
import type { Tables } from './tables.ts';
import { pageNewestFirst, recordOfVisibleSite, visibleSite } from './visibility.ts';

const newestNotes: PageRequest = { after: null, limit: maxNotesReturned };
const pageOfNotes = (notes: readonly NoteRecord[], page: PageRequest): NoteRecord[] =>
  pageNewestFirst(
    notes.map((note) => ({ id: note.activityId, createdAt: note.createdAt, note })),
    page,
  ).map(({ note }) => note);

/** Recommendations and their notes. */
export function createNotes(
  tables: () => Tables,
): Pick<Store, 'recommendations' | 'recommendation' | 'notes' | 'addNote'> {
  const notes: NoteRecord[] = [];
  const notesOf = (siteId: string, recommendationId: string): NoteRecord[] =>
    notes.filter((note) => note.siteId === siteId && note.recommendationId === recommendationId);

  return {
    async recommendations(tenant, siteId, page) {
      const current = tables();
      if (!visibleSite(current, tenant, siteId)) return [];
      const ofSite = [...current.recommendations.values()].filter((each) => each.siteId === siteId);
      const noted = ofSite.map((each) => ({ ...each, notes: notesOf(siteId, each.id).length }));
      return pageNewestFirst(noted, page);
    },
    async recommendation(tenant, siteId, id) {
      return recordOfVisibleSite(tables(), 'recommendations', tenant, siteId, id);
    },
    async notes(tenant, siteId, recommendationId, page = newestNotes) {
      if (!recordOfVisibleSite(tables(), 'recommendations', tenant, siteId, recommendationId))
        return [];
      return pageOfNotes(notesOf(siteId, recommendationId), page);
    },
    async addNote(tenant, note) {
      const { siteId, recommendationId } = note;
      if (!recordOfVisibleSite(tables(), 'recommendations', tenant, siteId, recommendationId))
        return 'absent';
      const earlier = notesOf(siteId, recommendationId);
      if (earlier.length >= maxNotesPerRecommendation) return 'full';
      notes.push({ ...note });
      return [note, ...pageOfNotes(earlier, newestNotes)].slice(0, maxNotesReturned);
    },
  };
}

import { maxNotesPerRecommendation, maxNotesReturned } from '../../src/contract/resources.ts';
import type { NoteRecord, RemovedRecord } from '../../src/service/store/records.ts';
import type { NoteIdentity, PageRequest, Store, Tenant } from '../../src/service/store/store.ts';
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
 * @param notes all stored notes, to which `addNote` adds.
 */
export function createNotes(
  getTables: () => Tables,
  notes: NoteRecord[],
): Pick<
  Store,
  'recommendations' | 'recommendation' | 'notes' | 'note' | 'addNote' | 'changeNote' | 'removeNote'
> {
  const notesOf = (tenant: Tenant, siteId: string, recommendationId: string): NoteRecord[] =>
    notes.filter(
      (note) =>
        note.siteId === siteId &&
        note.recommendationId === recommendationId &&
        (tenant.clientId === null || note.audience === 'client'),
    );
  const isFull = (tenant: Tenant, { siteId, recommendationId, audience }: NoteRecord): boolean =>
    notesOf(tenant, siteId, recommendationId).filter((note) => note.audience === audience).length >=
    maxNotesPerRecommendation;
  const findNote = (tenant: Tenant, identity: NoteIdentity): NoteRecord | null => {
    const { siteId, recommendationId, activityId } = identity;
    if (!findVisibleRecord(getTables(), 'recommendations', tenant, siteId, recommendationId))
      return null;
    const visible = notesOf(tenant, siteId, recommendationId);
    return visible.find((note) => note.activityId === activityId) ?? null;
  };

  return {
    async recommendations(tenant, siteId, page) {
      const tables = getTables();
      if (!findVisibleSite(tables, tenant, siteId)) return [];
      const recommendationsWithCounts = [...tables.recommendations.values()]
        .filter((recommendation) => recommendation.siteId === siteId)
        .map((recommendation) => ({
          ...recommendation,
          notes: notesOf(tenant, siteId, recommendation.id).length,
        }));
      return pageNewestFirst(recommendationsWithCounts, page);
    },
    async recommendation(tenant, siteId, id) {
      return findVisibleRecord(getTables(), 'recommendations', tenant, siteId, id);
    },
    async notes(tenant, siteId, recommendationId, page = newestNotesPage) {
      if (!findVisibleRecord(getTables(), 'recommendations', tenant, siteId, recommendationId))
        return [];
      return pageOfNotes(notesOf(tenant, siteId, recommendationId), page);
    },
    async addNote(tenant, note) {
      const { siteId, recommendationId } = note;
      if (!findVisibleRecord(getTables(), 'recommendations', tenant, siteId, recommendationId))
        return 'absent';
      if (isFull(tenant, note)) return 'full';
      const earlierNotes = notesOf(tenant, siteId, recommendationId);
      notes.push({ ...note });
      return [note, ...pageOfNotes(earlierNotes, newestNotesPage)].slice(0, maxNotesReturned);
    },
    async note(tenant, identity) {
      return findNote(tenant, identity);
    },
    async changeNote(tenant, identity, change) {
      const stored = findNote(tenant, identity);
      if (!stored) return 'absent';
      const changed = { ...stored, ...change };
      if (changed.audience !== stored.audience && isFull(tenant, changed)) return 'full';
      notes.splice(notes.indexOf(stored), 1, changed);
      return changed;
    },
    async removeNote(tenant, identity) {
      const stored = findNote(tenant, identity);
      if (stored) notes.splice(notes.indexOf(stored), 1);
      return stored !== null;
    },
  };
}

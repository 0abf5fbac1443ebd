import type { NoteRecord, RemovedRecord } from '../../src/service/store/records.ts';
import type { NoteIdentity, Store, Tenant } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';
import { findVisibleRecord, findVisibleSite, pageNewestFirst } from './visibility.ts';

type Notes = Pick<
  Store,
  'recommendations' | 'recommendation' | 'notes' | 'note' | 'addNote' | 'changeNote' | 'removeNote'
>;

/** Removes the notes of removed recommendations. */
export function removeNotesOf(notes: NoteRecord[], removed: readonly RemovedRecord[]): void {
  const ids = new Set(removed.map(({ table, id }) => (table === 'recommendations' ? id : '')));
  const kept = notes.filter(({ recommendationId }) => !ids.has(recommendationId));
  notes.splice(0, notes.length, ...kept);
}

/**
 * Creates the methods for recommendations and their notes, without limits.
 * @param notes all stored notes, to which `addNote` adds.
 */
export function createNotes(getTables: () => Tables, notes: NoteRecord[]): Notes {
  const recommendationOf = (tenant: Tenant, siteId: string, id: string) =>
    findVisibleRecord(getTables(), 'recommendations', tenant, siteId, id);
  const notesOf = (tenant: Tenant, siteId: string, id: string): NoteRecord[] =>
    recommendationOf(tenant, siteId, id)
      ? notes
          .filter(({ recommendationId }) => recommendationId === id)
          .filter(({ audience }) => tenant.clientId === null || audience === 'client')
      : [];
  const findNote = (tenant: Tenant, { siteId, recommendationId, activityId }: NoteIdentity) =>
    notesOf(tenant, siteId, recommendationId).find((note) => note.activityId === activityId);

  const methods: Notes = {
    async recommendations(tenant, siteId, page) {
      const { recommendations } = getTables();
      const ofSite = [...recommendations.values()].filter((record) => record.siteId === siteId);
      if (!findVisibleSite(getTables(), tenant, siteId)) return [];
      return pageNewestFirst(ofSite, page).map((record) => ({
        ...record,
        notes: notesOf(tenant, siteId, record.id).length,
      }));
    },
    recommendation: async (...identity) => recommendationOf(...identity),
    async notes(tenant, siteId, recommendationId, page = { after: null, limit: 100 }) {
      const dated = notesOf(tenant, siteId, recommendationId).map((note) => ({
        ...{ id: note.activityId, createdAt: note.createdAt, note },
      }));
      return pageNewestFirst(dated, page).map(({ note }) => note);
    },
    note: async (tenant, identity) => findNote(tenant, identity) ?? null,
    async addNote(tenant, note) {
      const { siteId, recommendationId } = note;
      if (!recommendationOf(tenant, siteId, recommendationId)) return 'absent';
      const earlierNotes = await methods.notes(tenant, siteId, recommendationId);
      notes.push({ ...note });
      return [note, ...earlierNotes];
    },
    async changeNote(tenant, identity, change) {
      const stored = findNote(tenant, identity);
      if (!stored) return 'absent';
      const changed = { ...stored, ...change };
      notes.splice(notes.indexOf(stored), 1, changed);
      return changed;
    },
    async removeNote(tenant, identity) {
      const stored = findNote(tenant, identity);
      if (stored) notes.splice(notes.indexOf(stored), 1);
      return stored !== undefined;
    },
  };
  return methods;
}

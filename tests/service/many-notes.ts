import type { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';
import type { NoteRecord } from '../../src/service/store/records.ts';
import type { Store, Tenant } from '../../src/service/store/store.ts';

/** Opens another engine on the tables of the tested store. */
export type OpenEngine = () => Promise<Engine>;

/** Adds notes, all but the first in one statement, because a thousand statements take 30 s. */
export async function addManyNotes(
  store: Store,
  tenant: Tenant,
  notes: readonly NoteRecord[],
  openEngine: OpenEngine,
): Promise<void> {
  const [first, ...others] = notes;
  if (first) await store.addNote(tenant, first);
  const engine = await openEngine();
  try {
    await engine.insert('notes', others);
  } finally {
    await engine.close();
  }
}

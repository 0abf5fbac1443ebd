import type { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';
import type { NoteRecord } from '../../src/service/store/records.ts';
import type { Store, Tenant } from '../../src/service/store/store.ts';

/** Opens another engine on the tables of the tested store. */
export type OpenEngine = () => Promise<Engine>;

/**
 * Adds notes. ClickHouse gets all but the first in one statement, because a thousand statements take 30 s.
 * @param openEngine null for a store without an engine
 */
export async function addManyNotes(
  store: Store,
  tenant: Tenant,
  notes: readonly NoteRecord[],
  openEngine: OpenEngine | null,
): Promise<void> {
  const [first, ...others] = notes;
  if (first) await store.addNote(tenant, first);
  if (openEngine === null) {
    for (const note of others) await store.addNote(tenant, note);
    return;
  }
  const engine = await openEngine();
  try {
    await engine.insert('notes', others);
  } finally {
    await engine.close();
  }
}

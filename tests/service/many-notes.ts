import { vi } from 'vitest';
import { Engine } from '../../src/service/store/clickhouse/engine.ts';
import type { NoteRecord } from '../../src/service/store/records.ts';
import type { Store, Tenant } from '../../src/service/store/store.ts';

/** Adds notes. In ClickHouse, all but the first use one statement, because a thousand statements take 30 s. */
export async function addManyNotes(
  store: Store,
  tenant: Tenant,
  notes: readonly NoteRecord[],
): Promise<void> {
  const inserts = vi.spyOn(Engine.prototype, 'insert');
  try {
    for (const [n, note] of notes.entries()) {
      await store.addNote(tenant, note);
      const engine = inserts.mock.contexts.at(-1);
      if (engine instanceof Engine) return await engine.insert('notes', notes.slice(n + 1));
    }
  } finally {
    inserts.mockRestore();
  }
}

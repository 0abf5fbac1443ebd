import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { branches, loadSmallWorld } from '../../../tests/service/small-world.ts';
import { createAdministration } from './administration.ts';
import { withAuditTrail } from './with-audit-trail.ts';

it('a change of branding is audited with the ID of the client, and without its name', async () => {
  const store = createMemoryStore();
  await loadSmallWorld(store);
  const administration = withAuditTrail(createAdministration(store), store, () => 0);
  const id = branches.first.ids.clientId ?? '';
  const branded = await administration.run('clients/brand', { id, change: { accent: '#00875a' } });
  expect(branded.name).toBe(`${branches.first.marker} client`);
  const records = await store.audit({ limit: 10 });
  expect(records).toMatchObject([
    { action: 'client branded', clientId: id, subject: id, detail: 'accent' },
  ]);
  expect(JSON.stringify(records)).not.toContain(branded.name);
});

import { expect, test, vi } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { createSetupCaller } from './contract-setup.ts';
import { branches } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const { siteId } = branches.first.ids;
const clientId = branches.first.ids.clientId ?? '';

/** Opens a service, and counts how often it reads the questions of a set-up. */
async function openWorld() {
  const store = createMemoryStore();
  const { setupPrompts } = store;
  const read = vi.spyOn(store, 'setupPrompts');
  const client = await openTestClient(store);
  return { setupPrompts, read, client, ...createSetupCaller(() => client) };
}

test('a set-up is read once, however often it is asked for', async () => {
  const { client, read } = await openWorld();
  const path = pathTo('setup', { siteId });
  const first = await client.callAs('agency', path);
  expect(first.status).toBe(200);
  for (let n = 0; n < 3; n += 1)
    expect((await client.callAs('agency', path)).text).toBe(first.text);
  expect(read).toHaveBeenCalledOnce();
});

test('a kept set-up is not shown after a change of the site or of its client', async () => {
  const { change, readSetup } = await openWorld();
  await readSetup(siteId);
  await change('agency', 'PATCH', pathTo('changeSite', { siteId }), { name: 'New site' });
  await change('agency', 'PATCH', pathTo('changeClient', { clientId }), {
    name: 'New client',
  });
  expect(await readSetup(siteId)).toMatchObject({ name: 'New site', clientName: 'New client' });
});

test('a kept set-up is not shown to another tenant', async () => {
  const { client } = await openWorld();
  const path = pathTo('setup', { siteId });
  await client.callAs('agency', path);
  expect((await client.callAs('other', path)).status).toBe(404);
});

test('a set-up that changes while it is read is read only once, and not kept', async () => {
  const { setupPrompts, read, client, change } = await openWorld();
  const path = pathTo('setup', { siteId });
  let changes = 0;
  read.mockImplementationOnce(async (...args) => {
    const prompts = await setupPrompts(...args);
    changes += 1;
    await change('agency', 'PATCH', pathTo('changeSite', { siteId }), { name: 'New site' });
    return prompts;
  });
  expect((await client.callAs('agency', path)).status).toBe(200);
  expect([changes, read.mock.calls.length]).toEqual([1, 1]);
  expect((await client.callAs('agency', path)).text).toContain('New site');
});

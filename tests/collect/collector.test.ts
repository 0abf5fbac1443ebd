import { expect, test } from 'vitest';
import { CollectWorld } from './collect-world.ts';

const settled = async (world: CollectWorld) => {
  await world.collector.close();
  expect(world.errors).toEqual([]);
};

test('a requested scan asks every question once and is imported with what it found', async () => {
  const world = await new CollectWorld({ settings: { runs: 2, regions: ['DE', 'US'] } }).begin();
  const requested = await world.request();
  expect(requested.step).toBe('queued');
  const scan = await world.ended(requested.id);
  expect(scan).toMatchObject({ step: 'completed', remark: '' });
  expect(new Set(world.asked.map(({ id }) => id)).size).toBe(40);
  expect(world.asked).toHaveLength(40);
  expect(await world.imported(scan.id)).toEqual({
    'claude_api DE': 10,
    'claude_api US': 10,
    'chatgpt_api DE': 10,
    'chatgpt_api US': 10,
  });
  const [stored] = await world.store.lookups.scans([scan.id]);
  expect(stored).toMatchObject({ status: 'completed', startedAt: scan.startedAt });
  await settled(world);
});

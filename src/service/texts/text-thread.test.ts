import { Worker } from 'node:worker_threads';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BrandRecord } from '../store/records.ts';
import { textTasks } from './text-tasks.ts';
import { TextThread } from './text-thread.ts';

const brand: BrandRecord = {
  id: '00000001-0000-4000-8000-000000000001',
  siteId: '00000002-0000-4000-8000-000000000001',
  name: 'Help Scout',
  role: 'tracked',
  aliases: ['Help Scout'],
  domains: [],
};
const manyAliases = { ...brand, aliases: Array.from({ length: 200 }, (_, n) => `Help Scout ${n}`) };
const text = (length: number) => ({ text: 'Helpscout '.repeat(length / 10), brandIds: [] });
const nearMiss = { brandId: brand.id, spelling: 'Helpscout' };

function openThread(): TextThread {
  const thread = new TextThread();
  onTestFinished(() => thread.close());
  return thread;
}

let post = vi.spyOn(Worker.prototype, 'postMessage');
beforeEach(() => {
  post = vi.spyOn(Worker.prototype, 'postMessage');
});

/** The lengths of the texts that the worker got at once. */
const lengthsAtOnce = (): number[] =>
  post.mock.calls.map(([{ items }]: [{ items: { text: string }[] }, ...unknown[]]) =>
    items.reduce((sum, item) => sum + item.text.length, 0),
  );

test('short texts need no worker', async () => {
  const texts = [text(1_000), text(1_000)];
  expect(await openThread().map('nearMisses', [brand], texts)).toEqual([[nearMiss], [nearMiss]]);
  expect(post).not.toHaveBeenCalled();
});

test('long texts go to the worker a hundred thousand characters at a time', async () => {
  const texts = Array.from({ length: 30 }, () => text(20_000));
  const found = await openThread().map('nearMisses', [brand], texts);
  expect(found).toEqual(texts.map(() => [nearMiss]));
  expect(Math.max(...lengthsAtOnce())).toBeLessThanOrEqual(100_000);
  expect(lengthsAtOnce().reduce((sum, length) => sum + length)).toBe(600_000);
});

test('a single longer text goes to the worker by itself', async () => {
  await openThread().map('nearMisses', [brand], [text(10), text(500_000), text(10)]);
  expect(lengthsAtOnce()).toEqual([10, 500_000, 10]);
});

test('a search for many aliases is prepared by the worker, even in a short text', async () => {
  await openThread().map('nearMisses', [manyAliases], [text(10)]);
  expect(post).toHaveBeenCalledOnce();
});

test('the worker finds the same as this thread', async () => {
  const questions = Array.from(
    { length: 200 },
    (_, n) => `Welche Wanderschuhe eignen sich am besten für lange Touren im Gebirge, Nummer ${n}?`,
  );
  const found = await openThread().map('language', [brand], questions);
  expect(post).toHaveBeenCalled();
  expect(found).toEqual(textTasks.language.prepare([brand])(questions));
});

test('a call that is abandoned sends nothing more', async () => {
  const controller = new AbortController();
  controller.abort(new Error('abandoned'));
  const texts = [text(200_000)];
  const found = openThread().map('nearMisses', [brand], texts, controller.signal);
  await expect(found).rejects.toThrow('abandoned');
  expect(post).not.toHaveBeenCalled();
});

test('a call while the worker ends fails, and the next one gets another worker', async () => {
  const thread = openThread();
  const failing = expect(thread.map('nearMisses', [brand], [text(100_000)])).rejects.toThrow(
    'ended',
  );
  await thread.close();
  await failing;
  expect(await thread.map('nearMisses', [brand], [text(100_000)])).toEqual([[nearMiss]]);
});

test('a task that throws fails only its own call', async () => {
  const thread = openThread();
  const unreadable = { text: { length: 100_000 } as string, brandIds: [] };
  const failing = thread.map('nearMisses', [brand], [unreadable]);
  const others = Promise.all([1, 2].map(() => thread.map('nearMisses', [brand], [text(100_000)])));
  await expect(failing).rejects.toThrow(TypeError);
  expect(await others).toEqual([[[nearMiss]], [[nearMiss]]]);
});

test('the error that ends the worker is the cause of the failure of its calls', async () => {
  const thread = openThread();
  const reason = new Error('Out of memory.');
  const failing = expect(thread.map('nearMisses', [brand], [text(100_000)])).rejects.toMatchObject({
    message: 'The thread for texts ended.',
    cause: reason,
  });
  (post.mock.contexts[0] as Worker).emit('error', reason);
  await thread.close();
  await failing;
});

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import { measured } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const path = pathTo('timeline', { siteId: measured.siteId });
const unpackers = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Uint8Array) => bytes,
} as const;
const codings = ['gzip', 'none', 'br', 'zstd'] as const;

async function openTimeline() {
  const memory = createMemoryStore();
  const timeline = vi.fn(memory.timeline);
  const { service, key } = await openTestClient({ ...memory, timeline });
  const ask = async (coding: keyof typeof unpackers) => {
    const headers = { Authorization: `Bearer ${key('agency')}`, 'Accept-Encoding': coding };
    const response = await service.fetch(new Request(`http://service.test${path}`, { headers }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Encoding')).toBe(coding === 'none' ? null : coding);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, text: Buffer.from(unpackers[coding](bytes)).toString() };
  };
  return { ask, service, timeline };
}

test.each(codings)(
  'a timeline first asked for in %s is read once for every coding, and counts in the cache with all of them',
  async (first) => {
    const { ask, service, timeline } = await openTimeline();
    const { text } = await ask(first);
    const sizes: number[] = [];
    for (const coding of codings) {
      const one = await ask(coding);
      expect(one.text).toBe(text);
      // The same bytes again: packed once, and sent as they are kept.
      expect((await ask(coding)).bytes).toEqual(one.bytes);
      if (coding !== 'none') sizes.push(one.bytes.length);
    }
    const { entries, bytes, hits, misses } = service.reports();
    expect(timeline).toHaveBeenCalledTimes(1);
    expect({ entries, hits, misses }).toEqual({ entries: 1, hits: 2 * codings.length, misses: 1 });
    const packed = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(packed);
    expect(bytes).toBeLessThan(packed + 5_000);
  },
);

test('readers who ask at once, each for a coding of their own, get the same report', async () => {
  const { ask, service, timeline } = await openTimeline();
  const all = await Promise.all([...codings, ...codings, ...codings].map(ask));
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(timeline).toHaveBeenCalledTimes(1);
  expect(service.reports().entries).toBe(1);
});

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { measured } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const path = pathTo('timeline', { siteId: measured.siteId });
const decoders = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Uint8Array) => bytes,
} as const;
const codings = ['gzip', 'identity', 'br', 'zstd'] as const;

async function openTimeline() {
  const memory = createMemoryStore();
  const timeline = vi.fn(memory.timeline);
  const { service, key } = await openTestClient({ ...memory, timeline });
  const get = async (coding: keyof typeof decoders) => {
    const headers = { Authorization: `Bearer ${key('agency')}`, 'Accept-Encoding': coding };
    const response = await service.fetch(new Request(`http://service.test${path}`, { headers }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Encoding')).toBe(coding === 'identity' ? null : coding);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, text: Buffer.from(decoders[coding](bytes)).toString() };
  };
  return { get, service, timeline };
}

test.each(codings)(
  'a timeline first requested with the encoding %s is read once, and its cached size includes all encodings',
  async (first) => {
    const { get, service, timeline } = await openTimeline();
    const { text } = await get(first);
    const compressedSizes: number[] = [];
    for (const coding of codings) {
      const encoded = await get(coding);
      expect(encoded.text).toBe(text);
      // The second response has the same bytes, since it comes from the cache.
      expect((await get(coding)).bytes).toEqual(encoded.bytes);
      if (coding !== 'identity') compressedSizes.push(encoded.bytes.length);
    }
    const { entries, bytes, hits, misses } = service.reportCacheStats();
    expect(timeline).toHaveBeenCalledTimes(1);
    expect({ entries, hits, misses }).toEqual({ entries: 1, hits: 2 * codings.length, misses: 1 });
    const compressedTotal = compressedSizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(compressedTotal);
    expect(bytes).toBeLessThan(compressedTotal + 5_000);
  },
);

test('concurrent requests with different encodings get the same report, which is read once', async () => {
  const { get, service, timeline } = await openTimeline();
  const all = await Promise.all([...codings, ...codings, ...codings].map(get));
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(timeline).toHaveBeenCalledTimes(1);
  expect(service.reportCacheStats().entries).toBe(1);
});

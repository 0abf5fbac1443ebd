import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  addForm,
  codingFor,
  needsCompression,
  sizeOf,
  toReportBody,
  toResponse,
} from './report-body.ts';

const longReport = JSON.stringify('a long report '.repeat(200));
const decompressors = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const;
const codings = ['zstd', 'br', 'gzip'] as const;

const requestWith = (acceptEncoding?: string) =>
  new Request(
    'http://x/',
    acceptEncoding === undefined ? {} : { headers: { 'Accept-Encoding': acceptEncoding } },
  );

describe('a report', () => {
  it.each([
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br;q=0.4, gzip;q=0.5', 'gzip'],
    ['*', 'zstd'],
  ] as const)('is sent compressed if Accept-Encoding is %s', async (accepted, coding) => {
    const body = await toReportBody(Buffer.from(longReport), codingFor(requestWith(accepted)));
    const response = toResponse(body, codingFor(requestWith(accepted)));
    expect(response.headers.get('Content-Encoding')).toBe(coding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(decompressors[coding](await response.arrayBuffer()).toString()).toBe(longReport);
  });

  it.each([undefined, 'deflate', 'gzip;q=0', 'identity'])(
    'is sent uncompressed if Accept-Encoding is %s, whatever its coding in the cache',
    async (accepted) => {
      for (const cachedCoding of [null, ...codings]) {
        const response = toResponse(
          await toReportBody(Buffer.from(longReport), cachedCoding),
          codingFor(requestWith(accepted)),
        );
        expect(response.headers.get('Content-Encoding')).toBeNull();
        expect(await response.text()).toBe(longReport);
        expect(response.headers.get('Vary')).toBe('Accept-Encoding');
      }
    },
  );

  it.each(codings.flatMap((from) => codings.map((to) => [from, to] as const)))(
    'cached in %s can be sent in %s, and its size includes all its forms',
    async (from, to) => {
      const cachedBody = await toReportBody(Buffer.from(longReport), from);
      expect(needsCompression(cachedBody, to)).toBe(from !== to);
      const extendedBody = await addForm(cachedBody, to);
      expect(needsCompression(extendedBody, from) || needsCompression(extendedBody, to)).toBe(
        false,
      );
      let bytes = 0;
      for (const coding of new Set([from, to])) {
        const compressed = await toResponse(extendedBody, coding).arrayBuffer();
        expect(decompressors[coding](compressed).toString()).toBe(longReport);
        bytes += compressed.byteLength;
      }
      expect(sizeOf(extendedBody)).toBeGreaterThan(bytes);
      expect(sizeOf(extendedBody)).toBeLessThan(bytes + 2_000);
    },
  );

  it('is not compressed if it is short', async () => {
    for (const coding of codings) {
      const body = await toReportBody(Buffer.from('"short"'), coding);
      expect(needsCompression(body, coding)).toBe(false);
      const response = toResponse(body, coding);
      expect(response.headers.get('Content-Encoding')).toBeNull();
      expect(await response.text()).toBe('"short"');
    }
  });

  it('is decompressed only as far as it is read', async () => {
    const body = await toReportBody(Buffer.from('x'.repeat(10_000_000)), 'gzip');
    const reader = toResponse(body, null).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeLessThan(1_000_000);
    await expect(reader?.cancel()).resolves.toBeUndefined();
  });
});

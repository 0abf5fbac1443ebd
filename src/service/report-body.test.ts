import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toReportBody, toResponse } from './report-body.ts';

const long = JSON.stringify('a long report '.repeat(200));

const ask = (acceptEncoding?: string) =>
  new Request(
    'http://x/',
    acceptEncoding === undefined ? {} : { headers: { 'Accept-Encoding': acceptEncoding } },
  );

describe('a report', () => {
  it.each(['gzip', 'br, gzip;q=0.5', 'x-gzip', '*'])(
    'is sent compressed to a client that takes %s',
    async (accepted) => {
      const response = await toResponse(await toReportBody(Buffer.from(long)), ask(accepted));
      expect(response.headers.get('Content-Encoding')).toBe('gzip');
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long);
    },
  );

  it.each([undefined, 'br', 'gzip;q=0', 'identity'])(
    'is sent plain to a client that takes %s',
    async (accepted) => {
      const response = await toResponse(await toReportBody(Buffer.from(long)), ask(accepted));
      expect(response.headers.get('Content-Encoding')).toBeNull();
      expect(await response.text()).toBe(long);
      expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    },
  );

  it('is not compressed when it is short', async () => {
    const response = await toResponse(await toReportBody(Buffer.from('"short"')), ask('gzip'));
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(await response.text()).toBe('"short"');
  });
});

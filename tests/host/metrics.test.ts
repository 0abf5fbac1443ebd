import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost } from './harness.ts';

const timeline = pathTo('timeline', { siteId: measured.siteId });
const token = 'a-token-of-sixteen-or-more';

describe('/metrics', () => {
  it('counts requests by route template and status, never by ID', async () => {
    const host = await openHost();
    const key = host.key('agency');
    const headers = { authorization: `Bearer ${key}` };
    await host.call({ path: timeline, headers });
    await host.call({ path: timeline, headers });
    await host.call({ path: `${timeline}?metric=none`, headers });
    await host.call({ path: '/v1/nothing/here' });
    const { text, headers: received } = await host.call({ path: '/metrics' });
    const route = 'route="/v1/sites/{siteId}/reports/timeline",method="GET"';
    expect(received['content-type']).toContain('text/plain; version=0.0.4');
    expect(text).toContain(`sightline_requests_total{${route},status="200"} 2`);
    expect(text).toContain(`sightline_requests_total{${route},status="422"} 1`);
    expect(text).toContain('sightline_requests_total{route="/v1/*",method="GET",status="404"} 1');
    expect(text).toContain(
      'sightline_request_seconds_count{route="/v1/sites/{siteId}/reports/timeline"} 3',
    );
    expect(text).toContain('sightline_report_cache_hits_total 1');
    expect(text).toContain('sightline_report_cache_misses_total 1');
    expect(text).toContain('sightline_import_running 0');
    expect(text).not.toContain(measured.siteId);
    expect(text).not.toContain(key);
  });

  it('counts sign-ins by status', async () => {
    const host = await openHost();
    await host.signIn(host.key('agency'));
    await host.signIn('sl_wrong');
    const { text } = await host.call({ path: '/metrics' });
    expect(text).toContain('sightline_sign_ins_total{status="200"} 1');
    expect(text).toContain('sightline_sign_ins_total{status="401"} 1');
  });

  it('accepts only requests from this machine while no token is set', async () => {
    const host = await openHost();
    expect((await host.call({ path: '/metrics' })).status).toBe(200);
    for (const headers of [
      { 'x-forwarded-for': '192.0.2.1' },
      { forwarded: 'for=192.0.2.1' },
      { host: 'sightline.example' },
    ]) {
      expect((await host.call({ path: '/metrics', headers })).status).toBe(401);
    }
  });

  it('requires the token if one is set, and then accepts requests from any address', async () => {
    const host = await openHost({ METRICS_TOKEN: token });
    const requestStatus = async (headers: Record<string, string>) =>
      (await host.call({ path: '/metrics', headers })).status;
    expect(await requestStatus({})).toBe(401);
    expect(await requestStatus({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await requestStatus({ authorization: `Bearer ${host.key('agency')}` })).toBe(401);
    expect(
      await requestStatus({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }),
    ).toBe(200);
  });
});

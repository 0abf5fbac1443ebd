import { type APIRequestContext, expect } from '@playwright/test';
import { decode } from '../src/contract/decode.ts';
import { pathTo } from '../src/contract/every-endpoint.ts';
import { TimelineReport } from '../src/contract/resources.ts';
import type { Host } from './host.ts';

/** Requests a report from the API with the sample agency's key, bypassing the dashboard. */
export async function fetchReport(
  request: APIRequestContext,
  host: Host,
  siteId: string,
  query: Record<string, string>,
): Promise<TimelineReport> {
  const response = await request.get(host.url + pathTo('timeline', { siteId }), {
    params: query,
    headers: { Authorization: 'Bearer sample-agency' },
  });
  expect(response.status()).toBe(200);
  const report = decode(TimelineReport, await response.json());
  if (!report.ok) throw new Error(`${report.path}: ${report.reason}`);
  return report.value;
}

import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { domainsPath } from '../../../contract/endpoints/reports.ts';
import { list, nullable, Value } from '../../../contract/fields.ts';
import { presentListOf } from '../../../contract/resources.ts';
import { DomainsReport } from '../../../contract/sightline/domains.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { cluesOf, timeOf } from '../../../figures/series/scan-clues.ts';
import { get, type RequestContext } from '../get.ts';
import { createYielder } from '../pace.ts';
import { readPart } from '../reports.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';

const { domains: _, ...entries } = DomainsReport.entries;
/** A report whose numbers are not decoded yet: decoding all of them at once would block the page. */
const DomainsOutline = v.object({
  ...entries,
  domains: presentListOf(v.object({ domain: v.nullish(v.string(), null), answers: v.unknown() })),
});
const Numbers = list(nullable(Value));

/** A part of a whole in percent; NaN without a valid whole, or without a valid part of it. */
const shareOf = (part: number | null | undefined, whole: number | null): number =>
  typeof part === 'number' && whole !== null && whole > 0 && part >= 0 && part <= whole
    ? (100 * part) / whole
    : Number.NaN;

async function getDomains(
  context: RequestContext,
  path: string,
  search: URLSearchParams,
): Promise<ReportColumns> {
  const report = await get(context, DomainsOutline, path, search);
  const scans = report.scans
    .map((scan, index) => {
      const clues = cluesOf(scan);
      return { index, answers: scan.answers, scanId: clues.id, ...timeOf(clues) };
    })
    .filter(({ moment }) => !Number.isNaN(moment))
    .sort((a, b) => a.moment - b.moment);
  const yieldIfDue = createYielder();
  const series = new Map<string, ReportColumns['series'][number]>();
  for (const [row, { domain, answers }] of report.domains.entries()) {
    await yieldIfDue();
    context.signal.throwIfAborted();
    if (!domain) continue;
    const numbers = readPart(
      Numbers,
      answers,
      `GET ${path}`,
      (at) => `$.domains[${row}].answers${at.slice(1)}`,
    );
    series.set(domain, {
      id: domain,
      key: domain,
      label: domain,
      values: Float64Array.from(scans, (scan) => shareOf(numbers[scan.index], scan.answers)),
      present: null,
    });
  }
  return {
    metric: 'share',
    groupBy: 'domain',
    brand: null,
    isOfTrackedBrand: false,
    trackedId: null,
    filters: report.filters,
    scans: scans.map(({ scanId, date, hasTime, moment }) => ({ scanId, date, hasTime, moment })),
    series: [...series.values()],
    unplaced: report.scans.length - scans.length,
  };
}

/**
 * The share of answers that cite each domain, in percent by scan, as a report with a series for each domain. Needs the
 * capability `domains`.
 */
export function domainsQuery({ siteId, request }: SiteRequest) {
  // Metric, grouping and brand do not select answers.
  const narrowed = { ...request, metric: null, groupBy: null, brandId: null };
  const { search } = timelineCall({ siteId, request: narrowed });
  return queryOptions({
    queryKey: ['domains', siteId, search.toString()],
    meta: { maxUnused: 10 },
    queryFn: (context: RequestContext) =>
      getDomains(context, fillPath(domainsPath, { siteId }), search),
  });
}

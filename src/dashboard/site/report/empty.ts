import { platforms } from '../../../contract/enums.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import type { SeriesFacts } from './facts.ts';
import { groupingName, metricName } from './names.ts';

/** Why there is nothing to draw, and the one thing to do about it. */
export interface Emptiness {
  why: string;
  /** Null where there is nothing to do but wait. */
  remedy: { label: string; search: TimelineSearch } | null;
}

/** The search with every filter and date taken out; metric, grouping and zone stay. */
function unfiltered(search: TimelineSearch): TimelineSearch {
  const { metric, groupBy, zone } = search;
  const { dropped: _, ...blank } = readSearch({});
  return { ...blank, metric, groupBy, zone };
}

/** Tells why a report shows nothing; null when it shows something. */
export function emptinessOf(
  report: ReportColumns,
  facts: readonly SeriesFacts[],
  search: TimelineSearch,
): Emptiness | null {
  if (report.series.length === 0 && report.brand === null && report.groupBy !== 'brand') {
    return {
      why: `This site has no brand yet, so there is none to follow by ${groupingName(report.groupBy).toLowerCase()}.`,
      remedy: { label: 'Compare brands', search: { ...search, groupBy: 'brand' } },
    };
  }
  const bare = unfiltered(search);
  const isFiltered = JSON.stringify(writeSearch(bare)) !== JSON.stringify(writeSearch(search));
  const points = facts.reduce((sum, { evidence }) => sum + evidence.points, 0);
  if (points === 0) {
    return isFiltered
      ? {
          why: 'No finished scan matches these filters and dates.',
          remedy: { label: 'Clear filters and dates', search: bare },
        }
      : {
          why: 'No finished scans yet. The first one is shown here once it has finished.',
          remedy: null,
        };
  }
  if (facts.some(({ evidence }) => evidence.found > 0)) return null;
  const metric = metricName(report.metric).toLowerCase();
  const why = `None of the scans gives evidence of ${metric} here.`;
  if (isFiltered) return { why, remedy: { label: 'Clear filters and dates', search: bare } };
  const other = { ...search, metric: 'visibility' } as const;
  return {
    why,
    remedy: search.metric === 'visibility' ? null : { label: 'Show visibility', search: other },
  };
}

/** Platforms or regions that were asked for and have no series, by name; in any grouping but theirs, none. */
export function absentNames(report: ReportColumns, search: TimelineSearch): string[] {
  const keys = report.series.map(({ key }) => key);
  if (report.groupBy === 'platform' && search.groupBy === 'platform') {
    return search.platform
      .filter((id) => !keys.includes(id))
      .map((id) => platforms.find((platform) => platform.id === id)?.name ?? id);
  }
  if (report.groupBy === 'region' && search.groupBy === 'region') {
    // A bare country stands for all of its areas.
    return search.region.filter(
      (code) => !keys.some((key) => key === code || key.startsWith(`${code}:`)),
    );
  }
  return [];
}

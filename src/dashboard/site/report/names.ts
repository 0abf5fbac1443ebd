import { type GroupBy, groupings, type Metric, metrics } from '../../../contract/enums.ts';
import type { ReportColumns } from '../../api/columns.ts';

const metricNames: Record<Metric, string> = {
  visibility: 'Visibility',
  shareOfVoice: 'Share of voice',
  sentiment: 'Sentiment',
  gap: 'Gap',
};
const groupingNames: Record<GroupBy, string> = {
  brand: 'Brand',
  platform: 'Platform',
  region: 'Region',
};

export const metricOptions = metrics.map((value) => ({ value, label: metricNames[value] }));
export const groupingOptions = groupings.map((value) => ({ value, label: groupingNames[value] }));

/** A metric's name, or its ID if it is newer than this code. */
export const metricName = (metric: string): string =>
  metricOptions.find(({ value }) => value === metric)?.label ?? metric;

/** A grouping's name, or its ID if it is newer than this code. */
export const groupingName = (grouping: string): string =>
  groupingOptions.find(({ value }) => value === grouping)?.label ?? grouping;

/**
 * Whose figures a report has: "Acme", or "Acme and others" if it compares brands; null if it does not name its
 * brand.
 */
export function whoseFigures({ brand, groupBy, series }: ReportColumns): string | null {
  if (brand === null) return null;
  const name = brand.name || brand.id;
  if (groupBy !== 'brand') return name;
  const isAmong = series.some(({ key }) => key.toLowerCase() === brand.id.toLowerCase());
  if (!isAmong) return null;
  return series.length > 1 ? `${name} and others` : name;
}

/** The name of a chart: "Visibility by brand". */
export const chartName = (metric: string, grouping: string): string =>
  `${metricName(metric)} by ${groupingName(grouping).toLowerCase()}`;

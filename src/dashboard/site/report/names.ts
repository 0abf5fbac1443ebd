import { type GroupBy, groupings, type Metric, metrics } from '../../../contract/enums.ts';

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

/** A metric's name; one that is newer than this code goes by its own id. */
export const metricName = (metric: string): string =>
  metricOptions.find(({ value }) => value === metric)?.label ?? metric;

/** A grouping's name; one that is newer than this code goes by its own id. */
export const groupingName = (grouping: string): string =>
  groupingOptions.find(({ value }) => value === grouping)?.label ?? grouping;

/** What a chart of a report is called: "Visibility by brand". */
export const chartName = (metric: string, grouping: string): string =>
  `${metricName(metric)} by ${groupingName(grouping).toLowerCase()}`;

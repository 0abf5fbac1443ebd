import { metrics } from '../../contract/enums.ts';
import { isolate } from '../text/isolate.ts';
import type { ReportColumns } from './columns.ts';
import { metricDefinitions } from './definitions.ts';
import { everyGrouping, type Grouping, groupingsOf } from './grouping.ts';
import { trackedSeriesOf } from './tracked-brand.ts';

const groupingNames: Record<Grouping, string> = {
  brand: 'Brand',
  platform: 'Platform',
  region: 'Region',
  prompt: 'Prompt',
};

export const metricOptions = metrics.map((value) => ({
  value,
  label: metricDefinitions[value].term,
}));

/** The options for grouping with a service that has these capabilities. */
export const groupingOptions = (capabilities: readonly string[]) =>
  groupingsOf(capabilities).map((value) => ({ value, label: groupingNames[value] }));

/** A metric's name, or its ID if it is newer than this code. */
export const metricName = (metric: string): string =>
  metricOptions.find(({ value }) => value === metric)?.label ?? metric;

/** A grouping's name, or its ID if it is newer than this code. */
export function groupingName(grouping: string): string {
  const knownGrouping = everyGrouping.find((known) => known === grouping);
  return knownGrouping ? groupingNames[knownGrouping] : grouping;
}

/** The maximum number of characters of a prompt within a sentence. */
const maxPromptLength = 80;

/** The name of a series within a sentence. A prompt, itself a sentence, is quoted and may be truncated. */
export function nameInSentence(grouping: string, label: string): string {
  if (grouping !== 'prompt') return isolate(label);
  const start = [...label].slice(0, maxPromptLength).join('');
  return `“${isolate(`${start}${start === label ? '' : '…'}`)}”`;
}

/**
 * The start of the name of the figure about the lowest series, such as "lowest" in "lowest: Acme".
 * @param hasOmittedSeries whether the service left out series that may be lower
 */
export const lowestName = (hasOmittedSeries: boolean): string =>
  hasOmittedSeries ? 'lowest of those shown' : 'lowest';

/**
 * Whose figures a report has: "Acme", or "Acme and others" if it compares several brands; null if there is no
 * brand, or if the service does not say that it is among those compared.
 */
export function ownerOfFigures(report: ReportColumns): string | null {
  const { brand, groupBy, series } = report;
  if (brand === null) return null;
  const name = isolate(brand.name || brand.id);
  if (groupBy !== 'brand') return name;
  if (trackedSeriesOf(report) === null) return null;
  return series.length > 1 ? `${name} and others` : name;
}

/** The name of a chart: "Visibility by brand". */
export const chartName = (metric: string, grouping: string): string =>
  `${metricName(metric)} by ${groupingName(grouping).toLowerCase()}`;

import { maxPromptSeries, type PromptsReport } from '../../contract/sightline/prompts-report.ts';
import { handleInStretches } from '../limits/stretch.ts';
import { tally } from '../reports/tally.ts';
import { valuesOf } from '../reports/values.ts';
import { comparePrompts } from '../store/prompt-order.ts';
import type { TimelineCounts } from '../store/store.ts';
import { writeJsonWithList } from './json-list.ts';
import { createPointWriter } from './point-writer.ts';
import { type ReportParameters, toAppliedFilters, toScope } from './report-parameters.ts';
import {
  type AcceptedRequest,
  createSiteReportRoute,
  readFixedGroupingQuery,
} from './site-report.ts';

interface PromptValues {
  id: string;
  text: string;
  values: readonly (number | null)[];
  /** The mean of the values that are not null; null if there are none. */
  mean: number | null;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const knownValues = values.filter((value) => value !== null);
  if (knownValues.length === 0) return null;
  return knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length;
}

/** Orders prompts by mean, highest first and those without a mean last, then by text and ID. */
function compareByMean(a: PromptValues, b: PromptValues): number {
  if (a.mean !== b.mean) return (b.mean ?? -Infinity) - (a.mean ?? -Infinity);
  return comparePrompts(a, b);
}

/** Returns every prompt with answers, in the order of the report; empty if there is no brand. */
async function rankPrompts(
  { metric, brand }: ReportParameters,
  counts: TimelineCounts,
  texts: ReadonlyMap<string, string>,
): Promise<PromptValues[]> {
  if (!brand) return [];
  const prompts: PromptValues[] = [];
  await handleInStretches(tally(counts), ([id, group]) => {
    const values = valuesOf(metric, brand.id, group, counts.scans.length);
    prompts.push({ id, text: texts.get(id) ?? '', values, mean: meanOf(values) });
  });
  return prompts.sort(compareByMean);
}

/** Reads the prompts report, and returns it as bytes of JSON. */
async function writePromptsReport({
  store,
  tenant,
  siteId,
  query,
  parameters,
  signal,
}: AcceptedRequest) {
  const { metric, brand } = parameters;
  const scope = { ...toScope(parameters), groupBy: 'prompt' } as const;
  const [counts, texts] = brand
    ? await Promise.all([
        store.timeline(tenant, siteId, scope, signal),
        store.promptTexts(tenant, siteId, signal),
      ])
    : [null, new Map<string, string>()];
  const prompts = counts ? await rankPrompts(parameters, counts, texts) : [];
  const writePoints = createPointWriter(counts?.scans ?? []);
  const seriesWriters = prompts.slice(0, maxPromptSeries).map(({ id, text, values }) => () => {
    const head = JSON.stringify({ key: id, label: text }).slice(0, -1);
    return `${head},"points":${writePoints(values)}}`;
  });
  const head: Pick<PromptsReport, 'metric' | 'groupBy' | 'brand'> = {
    metric,
    groupBy: 'prompt',
    brand: brand && { id: brand.id, name: brand.name },
  };
  const tail: Pick<PromptsReport, 'more' | 'filters'> = {
    more: prompts.length - seriesWriters.length,
    filters: toAppliedFilters(query),
  };
  return writeJsonWithList(head, 'series', seriesWriters, tail);
}

/** GET /sightline/v1/sites/{siteId}/reports/prompts: one metric of one brand by prompt. */
export const promptsReportRoute = createSiteReportRoute(
  'prompts',
  writePromptsReport,
  readFixedGroupingQuery,
);

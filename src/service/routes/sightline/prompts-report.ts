import { setImmediate as nextTurn } from 'node:timers/promises';
import { readQuery, type TimelineQuery } from '../../../contract/parameters.ts';
import { promptsReportParameters } from '../../../contract/sightline/parameters.ts';
import { maxPromptSeries, type PromptsReport } from '../../../contract/sightline/prompts-report.ts';
import { tally } from '../../metrics/tally.ts';
import { valuesOf } from '../../metrics/values.ts';
import { invalidParameters, notFound } from '../../problems.ts';
import { comparePrompts } from '../../store/prompt-order.ts';
import type { Store, Tenant, TimelineCounts } from '../../store/store.ts';
import { createCachedResponder } from '../cached-report.ts';
import { writeJsonList } from '../json-list.ts';
import { createPointWriter } from '../point-writer.ts';
import {
  appliedFilters,
  dateOrderFaults,
  normaliseQuery,
  type Question,
  questionOf,
  toScope,
} from '../report-question.ts';
import { pathId, type Route, searchOf } from '../route.ts';

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

/** Highest mean first, prompts without a mean last, then by text and ID. */
function compareValues(a: PromptValues, b: PromptValues): number {
  if (a.mean !== b.mean) return (b.mean ?? -Infinity) - (a.mean ?? -Infinity);
  return comparePrompts(a, b);
}

/** Prompts whose values are calculated before other work gets a turn. */
const promptsPerTurn = 200;

/** Every prompt with an answer, in the order of the report; empty without a brand. */
async function rankPrompts(
  { metric, brand, brands }: Question,
  counts: TimelineCounts,
  texts: ReadonlyMap<string, string>,
): Promise<PromptValues[]> {
  if (!brand) return [];
  const prompts: PromptValues[] = [];
  for (const [id, group] of tally(counts)) {
    const values = valuesOf(metric, brand, brands, group, counts.scans.length);
    prompts.push({ id, text: texts.get(id) ?? '', values, mean: meanOf(values) });
    if (prompts.length % promptsPerTurn === 0) await nextTurn();
  }
  return prompts.sort(compareValues);
}

/** The report as bytes of JSON, or an error response. */
async function createReport(
  store: Store,
  { tenant, siteId, query }: { tenant: Tenant; siteId: string; query: TimelineQuery },
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer> | Response> {
  const details = await store.site(tenant, siteId);
  if (!details) return notFound('site');
  const question = questionOf(query, details);
  if (question instanceof Response) return question;

  const { metric, brand } = question;
  const scope = { ...toScope(question), groupBy: 'prompt' } as const;
  const [counts, texts] = brand
    ? await Promise.all([
        store.timeline(tenant, siteId, scope, signal),
        store.promptTexts(tenant, siteId, signal),
      ])
    : [null, new Map<string, string>()];
  const prompts = counts ? await rankPrompts(question, counts, texts) : [];
  const write = createPointWriter(counts?.scans ?? []);
  const makers = prompts.slice(0, maxPromptSeries).map(({ id, text, values }) => () => {
    const head = JSON.stringify({ key: id, label: text }).slice(0, -1);
    return `${head},"points":${write(values)}}`;
  });
  const head: Pick<PromptsReport, 'metric' | 'groupBy' | 'brand'> = {
    metric,
    groupBy: 'prompt',
    brand: brand && { id: brand.id, name: brand.name },
  };
  const tail: Pick<PromptsReport, 'more' | 'filters'> = {
    more: prompts.length - makers.length,
    filters: appliedFilters(query),
  };
  const [start, end] = [JSON.stringify(head).slice(0, -1), JSON.stringify(tail).slice(1)];
  return writeJsonList(`${start},"series":[`, makers, `],${end}`);
}

/** GET /sightline/v1/sites/{siteId}/reports/prompts: one metric of one brand by prompt. */
export const promptsReportRoute: Route = (options) => {
  const respond = createCachedResponder(options);
  return async (context) => {
    const { query: promptsQuery, faults } = readQuery(promptsReportParameters, searchOf(context));
    // Makes brand parameters work as in reports by platform or region.
    const query: TimelineQuery = { ...promptsQuery, groupBy: 'region' };
    faults.push(...dateOrderFaults(query));
    if (faults.length > 0) return invalidParameters(faults);

    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    if (siteId === null) return notFound('site');
    return respond(context, {
      identity: `prompts ${siteId} ${normaliseQuery(query)}`,
      siteId,
      make: (signal) => createReport(options.store, { tenant, siteId, query }, signal),
    });
  };
};

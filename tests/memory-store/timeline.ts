import {
  labelledClassifications,
  plainClassifications,
} from '../../src/contract/classifications.ts';
import type { PromptRecord } from '../../src/service/store/records.ts';
import {
  isOnDays,
  type ScanDays,
  scanDayOf,
  scanInstantOf,
} from '../../src/service/store/scan-day.ts';
import type { AnswerCounts, FirstMentions } from '../../src/service/store/scan-rows.ts';
import {
  type AnswerRecord,
  type AnswerScope,
  joinCellGroup,
  type PromptFilter,
  promptFilters,
  type TimelineCounts,
  type TimelineScan,
  type TimelineScope,
} from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';

/** The completed scans of a site on the given days, ascending by `scanInstantOf`, then ID. */
export function findCompletedScans(tables: Tables, siteId: string, days: ScanDays): TimelineScan[] {
  return [...tables.scans.values()]
    .filter((scan) => scan.siteId === siteId && scan.status === 'completed')
    .map((scan) => ({ id: scan.id, date: scanDayOf(scan), completedAt: scan.completedAt }))
    .filter(({ date }) => isOnDays(date, days))
    .sort((a, b) => scanInstantOf(a) - scanInstantOf(b) || (a.id < b.id ? -1 : 1));
}

/** Whether a filter accepts at least one of the values. An empty filter accepts everything. */
const matchesAny = (filter: readonly string[], values: readonly string[]) =>
  filter.length === 0 || filter.some((value) => values.includes(value));

/** The values of a prompt that each filter compares. */
const promptValues: Record<PromptFilter, (prompt: PromptRecord) => readonly string[]> = {
  promptId: ({ id }) => [id],
  ...plainClassifications.byParameter(
    (name) => (prompt: PromptRecord) => prompt[plainClassifications.fieldOf[name]],
  ),
  category: ({ category }) => [category],
  ...labelledClassifications.byParameter(
    (name) => (prompt: PromptRecord) =>
      prompt[labelledClassifications.fieldOf[name]].map(({ value }) => value),
  ),
};

function isPromptInScope(prompt: PromptRecord, scope: AnswerScope): boolean {
  return (
    promptFilters.every((name) => matchesAny(scope[name], promptValues[name](prompt))) &&
    (scope.mentionsTracked === null || scope.mentionsTracked === prompt.mentionsTracked)
  );
}

/** `US` matches `US` and every `US:…`; `US:California` matches only itself. */
function isRegionInScope(region: string, filter: readonly string[]): boolean {
  if (filter.length === 0 || filter.includes(region)) return true;
  return filter.some((code) => !code.includes(':') && region.startsWith(`${code}:`));
}

/**
 * Whether an answer belongs to a site and meets the scope's conditions, except those on days: see `findCompletedScans`.
 */
export function isAnswerInScope(
  tables: Tables,
  siteId: string,
  answer: AnswerRecord,
  scope: AnswerScope,
): boolean {
  const prompt = tables.prompts.get(answer.promptId);
  return (
    answer.siteId === siteId &&
    prompt?.siteId === siteId &&
    isPromptInScope(prompt, scope) &&
    matchesAny(scope.platform, [answer.platform]) &&
    isRegionInScope(answer.region, scope.region)
  );
}

function countFirstMentions(answers: readonly AnswerRecord[]): FirstMentions[] {
  const counts = new Map<string, FirstMentions>();
  for (const { brandIds, places = [] } of answers) {
    for (const [index, brandId] of brandIds.entries()) {
      const place = places[index] ?? 0;
      if (place === 0) continue;
      const { answers: named, first } = counts.get(brandId) ?? { answers: 0, first: 0 };
      counts.set(brandId, { brandId, answers: named + 1, first: first + (place === 1 ? 1 : 0) });
    }
  }
  return [...counts.values()];
}

/** The answers of completed scans of a site that are in scope. */
export function answersInScope(tables: Tables, siteId: string, scope: AnswerScope): AnswerRecord[] {
  const scanIds = new Set(findCompletedScans(tables, siteId, scope).map(({ id }) => id));
  return [...tables.answers.values()].filter(
    (answer) => scanIds.has(answer.scanId) && isAnswerInScope(tables, siteId, answer, scope),
  );
}

/** Implements `Store.counts` for a site that the tenant can see. */
export function countAnswers(tables: Tables, siteId: string, scope: AnswerScope): AnswerCounts {
  const scans = findCompletedScans(tables, siteId, scope);
  const answers = answersInScope(tables, siteId, scope);
  const countPrompts = (some: readonly AnswerRecord[]) =>
    new Set(some.map(({ promptId }) => promptId)).size;
  return {
    scans: scans.map(({ id, date }) => {
      const answersOfScan = answers.filter(({ scanId }) => scanId === id);
      return { id, date, answers: answersOfScan.length, prompts: countPrompts(answersOfScan) };
    }),
    prompts: countPrompts(answers),
    firstMentions: countFirstMentions(answers),
  };
}

function groupOf(answer: AnswerRecord, groupBy: TimelineScope['groupBy']): string {
  if (groupBy === 'platform') return answer.platform;
  if (groupBy === 'region') return answer.region;
  if (groupBy === 'cell') return joinCellGroup(answer.platform, answer.region);
  if (groupBy === 'prompt') return answer.promptId;
  return '';
}

/** One row of a table stored as columns. */
type RowOf<Columns extends Record<string, readonly unknown[]>> = {
  [Name in keyof Columns]: Columns[Name][number];
};
type AnswerRow = RowOf<TimelineCounts['answers']>;
type BrandRow = RowOf<TimelineCounts['brands']>;

/** Implements `Store.timeline`: counts the answers in scope one by one. */
export function countTimeline(
  tables: Tables,
  siteId: string,
  scope: TimelineScope,
): TimelineCounts {
  const scans = findCompletedScans(tables, siteId, scope);
  const scanIndex = new Map(scans.map((scan, index) => [scan.id, index]));
  const answerRows = new Map<string, AnswerRow>();
  const brandRows = new Map<string, BrandRow>();

  for (const answer of tables.answers.values()) {
    const scan = scanIndex.get(answer.scanId);
    if (scan === undefined || !isAnswerInScope(tables, siteId, answer, scope)) continue;

    const group = groupOf(answer, scope.groupBy);
    const rowId = JSON.stringify([scan, group]);
    const row = answerRows.get(rowId) ?? { scan, group, answers: 0, mentions: 0 };
    answerRows.set(rowId, row);
    row.answers += 1;
    row.mentions += answer.brandIds.length;

    answer.brandIds.forEach((brandId, index) => {
      if (scope.brandIds !== null && !scope.brandIds.includes(brandId)) return;
      const brandRowId = JSON.stringify([scan, group, brandId]);
      const emptyRow = { scan, group, brandId, mentions: 0, sentiments: 0, sentimentSum: 0 };
      const brandRow = brandRows.get(brandRowId) ?? emptyRow;
      brandRows.set(brandRowId, brandRow);
      brandRow.mentions += 1;
      const sentiment = answer.sentiments[index] ?? null;
      if (sentiment === null) return;
      brandRow.sentiments += 1;
      brandRow.sentimentSum += sentiment;
    });
  }

  return { scans, ...toColumns([...answerRows.values()], [...brandRows.values()]) };
}

function toColumns(
  answers: readonly AnswerRow[],
  brands: readonly BrandRow[],
): Pick<TimelineCounts, 'answers' | 'brands'> {
  return {
    answers: {
      scan: answers.map((row) => row.scan),
      group: answers.map((row) => row.group),
      answers: answers.map((row) => row.answers),
      mentions: answers.map((row) => row.mentions),
    },
    brands: {
      scan: brands.map((row) => row.scan),
      group: brands.map((row) => row.group),
      brandId: brands.map((row) => row.brandId),
      mentions: brands.map((row) => row.mentions),
      sentiments: brands.map((row) => row.sentiments),
      sentimentSum: brands.map((row) => row.sentimentSum),
    },
  };
}

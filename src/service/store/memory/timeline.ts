import {
  labelledClassifications,
  plainClassifications,
} from '../../../contract/classifications.ts';
import type { PromptRecord } from '../records.ts';
import { isOnDays, type ScanDays, scanDay, scanInstant } from '../scan-day.ts';
import type { CountedScan } from '../scan-rows.ts';
import {
  type AnswerRecord,
  type AnswerScope,
  cellGroup,
  type PromptFilter,
  promptFilters,
  type TimelineCounts,
  type TimelineScan,
  type TimelineScope,
} from '../store.ts';
import type { Tables } from './tables.ts';

/** The completed scans of a site on the given days, ascending by `scanInstant`, then ID. */
export function completedScans(tables: Tables, siteId: string, days: ScanDays): TimelineScan[] {
  return [...tables.scans.values()]
    .filter((scan) => scan.siteId === siteId && scan.status === 'completed')
    .map((scan) => ({ id: scan.id, date: scanDay(scan), completedAt: scan.completedAt }))
    .filter(({ date }) => isOnDays(date, days))
    .sort((a, b) => scanInstant(a) - scanInstant(b) || (a.id < b.id ? -1 : 1));
}

const matchesAny = (wanted: readonly string[], held: readonly string[]) =>
  wanted.length === 0 || wanted.some((value) => held.includes(value));

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
function isRegionInScope(region: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0 || wanted.includes(region)) return true;
  return wanted.some((code) => !code.includes(':') && region.startsWith(`${code}:`));
}

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

/** Implements `Store.counts` for a site that is visible. */
export function countAnswers(tables: Tables, siteId: string, scope: AnswerScope): CountedScan[] {
  const answers = [...tables.answers.values()].filter((answer) =>
    isAnswerInScope(tables, siteId, answer, scope),
  );
  return completedScans(tables, siteId, scope).map(({ id, date }) => {
    const ofScan = answers.filter(({ scanId }) => scanId === id);
    const prompts = new Set(ofScan.map(({ promptId }) => promptId)).size;
    return { id, date, answers: ofScan.length, prompts };
  });
}

function groupOf(answer: AnswerRecord, groupBy: TimelineScope['groupBy']): string {
  if (groupBy === 'platform') return answer.platform;
  if (groupBy === 'region') return answer.region;
  if (groupBy === 'cell') return cellGroup(answer.platform, answer.region);
  if (groupBy === 'prompt') return answer.promptId;
  return '';
}

/** One row of a table stored as columns. */
type RowOf<Columns extends Record<string, readonly unknown[]>> = {
  [Name in keyof Columns]: Columns[Name][number];
};
type AnswerRow = RowOf<TimelineCounts['answers']>;
type BrandRow = RowOf<TimelineCounts['brands']>;

/** Counts the answers of a timeline one by one, as `Store.timeline` specifies. */
export function countTimeline(
  tables: Tables,
  siteId: string,
  scope: TimelineScope,
): TimelineCounts {
  const scans = completedScans(tables, siteId, scope);
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

    answer.brandIds.forEach((brandId, at) => {
      if (scope.brandIds !== null && !scope.brandIds.includes(brandId)) return;
      const brandRowId = JSON.stringify([scan, group, brandId]);
      const none = { scan, group, brandId, mentions: 0, sentiments: 0, sentimentSum: 0 };
      const brandRow = brandRows.get(brandRowId) ?? none;
      brandRows.set(brandRowId, brandRow);
      brandRow.mentions += 1;
      const sentiment = answer.sentiments[at] ?? null;
      if (sentiment === null) return;
      brandRow.sentiments += 1;
      brandRow.sentimentSum += sentiment;
    });
  }

  return { scans, ...asColumns([...answerRows.values()], [...brandRows.values()]) };
}

function asColumns(
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

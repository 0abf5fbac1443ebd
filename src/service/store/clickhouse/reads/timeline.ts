import * as v from 'valibot';
import type { TimelineCounts, TimelineScope } from '../../store.ts';
import { columnOf, Numbers } from '../engine/columns.ts';
import {
  answersWithBrands,
  countsOfAnswers,
  countsOfTallies,
  selectNewestOfImports,
} from '../engine/schema.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import { regionColumnOf } from './renamed-regions.ts';
import type { SiteCatalogue, SiteReads } from './site-catalogue.ts';
import { tenantSiteConditionOfImports } from './tenant.ts';

/** One row per series and brand, with the counts of each scan. */
const CountColumns = v.object({
  series: columnOf(v.string()),
  brand: columnOf(v.number()),
  scans: columnOf(Numbers),
  n: columnOf(Numbers),
  withSentiment: columnOf(Numbers),
  summed: columnOf(Numbers),
});

const groupColumnsOf = (regionColumn: string): Record<TimelineScope['groupBy'], string> => ({
  brand: "''",
  platform: 'platform',
  region: regionColumn,
  // The same format as `joinCellGroup`.
  cell: `concat(platform, ' ', ${regionColumn})`,
  prompt: 'prompt',
});

function statementOf(scope: TimelineScope, regionColumn: string): string {
  const conditions = [
    ...answerConditionsOf(scope),
    ...(scope.brandIds === null ? [] : ['brand IN {brands:Array(UInt16)}']),
  ];
  const prompts = promptConditionOf(scope);
  // Tallies do not distinguish prompts.
  const canUseTallies = prompts === null && scope.groupBy !== 'prompt';
  const [counts, source] = canUseTallies
    ? [countsOfTallies, 'tallies']
    : [countsOfAnswers, answersWithBrands];
  if (prompts !== null) conditions.push(prompts);
  // Grouped into arrays, so that the series and the brand are not repeated for every scan.
  const sql = `SELECT series, brand, groupArray(scan) AS scans, groupArray(n) AS n,
      groupArray(withSentiment) AS withSentiment, groupArray(summed) AS summed
    FROM (SELECT scan, ${groupColumnsOf(regionColumn)[scope.groupBy]} AS series, brand, ${counts}
      FROM ${source} WHERE ${conditions.join(' AND ')} GROUP BY scan, series, brand)
    GROUP BY series, brand`;
  if (scope.groupBy !== 'prompt') return sql;
  return `SELECT toString(ids.id) AS series, brand, scans, n, withSentiment, summed FROM (${sql}) AS counted
    JOIN (SELECT number, id FROM ${selectNewestOfImports('prompts', tenantSiteConditionOfImports)}) AS ids
    ON ids.number = counted.series`;
}

/** The numbers of the brands to count, if the scope limits them. Brand 0 stands for the answers themselves. */
const brandNumbersOf = (
  { brandIds }: TimelineScope,
  { brandNumberOf }: SiteCatalogue,
): number[] => [0, ...(brandIds ?? []).flatMap((id) => brandNumberOf.get(id) ?? [])];

/** Implements `Store.timeline` at a data version, in a single statement, which the signal cancels. */
export async function countTimeline(
  reads: SiteReads,
  scope: TimelineScope,
  signal?: AbortSignal,
): Promise<TimelineCounts> {
  const { engine, catalogue } = reads;
  const scansInRange = findScansInRange(catalogue, scope);
  const sql = statementOf(scope, regionColumnOf(catalogue.renamedRegions));
  const rows = await engine.columns(
    CountColumns,
    sql,
    paramsOf(reads, sql, scope, { brands: brandNumbersOf(scope, catalogue) }),
    { signal },
  );
  const indexByNumber = new Map(scansInRange.map((scan, index) => [scan.number, index]));
  return {
    scans: scansInRange.map(({ id, date, completedAt }) => ({ id, date, completedAt })),
    ...splitRows(rows, indexByNumber, catalogue),
  };
}

/** Splits the rows into those of brand 0, which count answers, and those of actual brands. */
function splitRows(
  rows: v.InferOutput<typeof CountColumns>,
  indexByNumber: ReadonlyMap<number, number>,
  catalogue: SiteCatalogue,
): Pick<TimelineCounts, 'answers' | 'brands'> {
  const answers = {
    scan: [] as number[],
    group: [] as string[],
    answers: [] as number[],
    mentions: [] as number[],
  };
  const brands = {
    scan: [] as number[],
    group: [] as string[],
    brandId: [] as string[],
    mentions: [] as number[],
    sentiments: [] as number[],
    sentimentSum: [] as number[],
  };
  for (const [row, group] of rows.series.entries()) {
    const brand = rows.brand[row] ?? 0;
    const brandId = catalogue.brandIdOf.get(brand);
    const [counts, rated, sums] = [rows.n[row], rows.withSentiment[row], rows.summed[row]];
    for (const [position, scanNumber] of rows.scans[row]?.entries() ?? []) {
      const scan = indexByNumber.get(scanNumber);
      if (scan === undefined) continue;
      const count = counts?.[position] ?? 0;
      const total = sums?.[position] ?? 0;
      if (brand === 0) {
        answers.scan.push(scan);
        answers.group.push(group);
        answers.answers.push(count);
        answers.mentions.push(total);
      } else if (brandId !== undefined) {
        brands.scan.push(scan);
        brands.group.push(group);
        brands.brandId.push(brandId);
        brands.mentions.push(count);
        brands.sentiments.push(rated?.[position] ?? 0);
        brands.sentimentSum.push(total);
      }
    }
  }
  return { answers, brands };
}

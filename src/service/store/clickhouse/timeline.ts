import * as v from 'valibot';
import { byClassificationParameter, fieldOf } from '../../../contract/classifications.ts';
import {
  type PromptFilter,
  promptFilters,
  type Tenant,
  type TimelineCounts,
  type TimelineScope,
} from '../store.ts';
import { columnOf, Numbers } from './columns.ts';
import type { Engine, Params } from './engine.ts';
import { answersWithBrands, countsOfAnswers, countsOfTallies, newestOfImports } from './schema.ts';
import type { SiteCatalogue } from './site-catalogue.ts';
import { ofTenantSiteOfImports, siteParams } from './tenant.ts';

/** One row per series and brand, with the counts of each scan. */
const CountColumns = v.object({
  series: columnOf(v.string()),
  brand: columnOf(v.number()),
  scans: columnOf(Numbers),
  n: columnOf(Numbers),
  withSentiment: columnOf(Numbers),
  summed: columnOf(Numbers),
});

const groupColumn: Record<TimelineScope['groupBy'], string> = {
  brand: "''",
  platform: 'platform',
  region: 'region',
  // As `cellGroup` joins them.
  cell: "concat(platform, ' ', region)",
};

/** The prompt filters as conditions on `prompts`. */
const promptPredicates: Record<PromptFilter, string> = {
  promptId: 'id IN {promptId:Array(UUID)}',
  tag: 'hasAny(tags, {tag:Array(String)})',
  category: 'category IN {category:Array(String)}',
  ...byClassificationParameter((name) => `hasAny(${fieldOf(name)}.value, {${name}:Array(String)})`),
};

function promptPredicate(scope: TimelineScope): string | null {
  const set: string[] = promptFilters
    .filter((name) => scope[name].length > 0)
    .map((name) => promptPredicates[name]);
  if (scope.mentionsTracked !== null) set.push('mentionsTracked = {mentionsTracked:Bool}');
  if (set.length === 0) return null;
  return `prompt IN (SELECT number FROM ${newestOfImports('prompts', 'siteId = {site:UUID}')} WHERE ${set.join(' AND ')})`;
}

function dayPredicates(scope: TimelineScope): string[] {
  return [
    ...(scope.startDate === null ? [] : ['day >= {startDate:Date}']),
    ...(scope.endDate === null ? [] : ['day <= {endDate:Date}']),
  ];
}

function statement(scope: TimelineScope): string {
  const days = dayPredicates(scope);
  const answers = [
    ofTenantSiteOfImports,
    // Uses the catalogue's scans, since finding their newest imports here would take a quarter of the time.
    '(scan, import) IN arrayZip({scans:Array(UInt32)}, {scanImports:Array(UInt64)})',
    ...days,
    ...(scope.platform.length > 0 ? ['platform IN {platform:Array(String)}'] : []),
    ...(scope.region.length > 0
      ? [
          "(region IN {region:Array(String)} OR splitByChar(':', region)[1] IN {region:Array(String)})",
        ]
      : []),
    ...(scope.brandIds === null ? [] : ['brand IN {brands:Array(UInt16)}']),
  ];
  const prompts = promptPredicate(scope);
  const [counts, source] =
    prompts === null ? [countsOfTallies, 'tallies'] : [countsOfAnswers, answersWithBrands];
  if (prompts !== null) answers.push(prompts);
  // Grouped into arrays by series and brand, so that these are not repeated for every scan.
  return `SELECT series, brand, groupArray(scan) AS scans, groupArray(n) AS n,
      groupArray(withSentiment) AS withSentiment, groupArray(summed) AS summed
    FROM (SELECT scan, ${groupColumn[scope.groupBy]} AS series, brand, ${counts}
      FROM ${source} WHERE ${answers.join(' AND ')} GROUP BY scan, series, brand)
    GROUP BY series, brand`;
}

function paramsOf(
  scope: TimelineScope,
  catalogue: SiteCatalogue,
  scans: SiteCatalogue['scans'],
): Params {
  const brandNumbers = (scope.brandIds ?? []).flatMap(
    (id) => catalogue.brandNumberOf.get(id) ?? [],
  );
  return {
    ...Object.fromEntries(promptFilters.map((name) => [name, scope[name]])),
    mentionsTracked: scope.mentionsTracked ?? false,
    platform: scope.platform,
    region: scope.region,
    startDate: scope.startDate ?? '1970-01-01',
    endDate: scope.endDate ?? '1970-01-01',
    // Brand 0 stands for the answers themselves.
    brands: [0, ...brandNumbers],
    imports: catalogue.imports,
    scans: scans.map((scan) => scan.number),
    scanImports: scans.map((scan) => scan.import),
  };
}

/** The parameters that occur in the statement, since the engine refuses others. */
function usedParams(sql: string, params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));
}

/** Counts the answers in scope at a data version, in a single statement, which the signal cancels. */
export async function countTimeline(
  engine: Engine,
  tenant: Tenant,
  catalogue: SiteCatalogue,
  scope: TimelineScope,
  { version, signal }: { version: number; signal?: AbortSignal | undefined },
): Promise<TimelineCounts> {
  const inRange = catalogue.scans.filter(
    ({ date }) =>
      (scope.startDate === null || date >= scope.startDate) &&
      (scope.endDate === null || date <= scope.endDate),
  );
  const sql = statement(scope);
  const rows = await engine.columns(
    CountColumns,
    sql,
    usedParams(sql, {
      ...siteParams(tenant, catalogue.details.site.id, version),
      ...paramsOf(scope, catalogue, inRange),
    }),
    { signal },
  );
  const indexOf = new Map(inRange.map((scan, index) => [scan.number, index]));
  return {
    scans: inRange.map(({ id, date, completedAt }) => ({ id, date, completedAt })),
    ...splitRows(rows, indexOf, catalogue),
  };
}

function splitRows(
  rows: v.InferOutput<typeof CountColumns>,
  indexOf: ReadonlyMap<number, number>,
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
    for (const [place, scanNumber] of rows.scans[row]?.entries() ?? []) {
      const scan = indexOf.get(scanNumber);
      if (scan === undefined) continue;
      const count = counts?.[place] ?? 0;
      const total = sums?.[place] ?? 0;
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
        brands.sentiments.push(rated?.[place] ?? 0);
        brands.sentimentSum.push(total);
      }
    }
  }
  return { answers, brands };
}

import {
  labelledClassifications,
  plainClassifications,
} from '../../../../contract/classifications.ts';
import { isOnDays } from '../../scan-day.ts';
import { type AnswerScope, type PromptFilter, promptFilters } from '../../store.ts';
import type { Params } from '../engine/engine.ts';
import { selectNewestOfImports } from '../engine/schema.ts';
import { renamingParamsOf, storedCodesInScope } from './renamed-regions.ts';
import type { SiteCatalogue, SiteReads } from './site-catalogue.ts';
import { siteParamsOf, tenantSiteConditionOfImports } from './tenant.ts';

/** The prompt filters as conditions on `prompts`. */
const promptConditions: Record<PromptFilter, string> = {
  promptId: 'id IN {promptId:Array(UUID)}',
  ...plainClassifications.byParameter(
    (name) => `hasAny(${plainClassifications.fieldOf[name]}, {${name}:Array(String)})`,
  ),
  category: 'category IN {category:Array(String)}',
  ...labelledClassifications.byParameter(
    (name) => `hasAny(${labelledClassifications.fieldOf[name]}.value, {${name}:Array(String)})`,
  ),
};

/** The condition on the prompts of answers; null if the scope does not limit prompts. */
export function promptConditionOf(scope: AnswerScope): string | null {
  const conditions: string[] = promptFilters
    .filter((name) => scope[name].length > 0)
    .map((name) => promptConditions[name]);
  if (scope.mentionsTracked !== null) conditions.push('mentionsTracked = {mentionsTracked:Bool}');
  if (conditions.length === 0) return null;
  return `prompt IN (SELECT number FROM ${selectNewestOfImports('prompts', 'siteId = {site:UUID}')} WHERE ${conditions.join(' AND ')})`;
}

function dayConditionsOf(scope: AnswerScope): string[] {
  return [
    ...(scope.startDate === null ? [] : ['day >= {startDate:Date}']),
    ...(scope.endDate === null ? [] : ['day <= {endDate:Date}']),
  ];
}

/**
 * The conditions on answers, tallies or texts of a site, except those on prompts and brands.
 * @param imports the name of the query parameter that holds the imports of the scans' rows.
 */
export const answerConditionsOf = (
  scope: AnswerScope,
  imports: 'scanImports' | 'textImports' = 'scanImports',
): string[] => [
  tenantSiteConditionOfImports,
  // The imports come from the catalogue, since finding them here would take a quarter of the query's time.
  `(scan, import) IN arrayZip({scans:Array(UInt32)}, {${imports}:Array(UInt64)})`,
  // A text's day may be outdated, since it is the scan's day at import. The scans are already limited to those in
  // range.
  ...(imports === 'textImports' ? [] : dayConditionsOf(scope)),
  ...(scope.platform.length > 0 ? ['platform IN {platform:Array(String)}'] : []),
  ...(scope.region.length > 0
    ? [
        "(region IN {region:Array(String)} OR splitByChar(':', region)[1] IN {region:Array(String)})",
      ]
    : []),
];

/** The completed scans of a site on the scope's days. */
export const findScansInRange = ({ scans }: SiteCatalogue, scope: AnswerScope) =>
  scans.filter(({ status, date }) => status === 'completed' && isOnDays(date, scope));

/**
 * The parameters of a statement that uses the conditions above: those of the tenant, the site and the scope, and
 * `extraParams`. Includes only the parameters that the statement names, so that unused lists, such as the scans, are
 * not sent to a server.
 */
export function paramsOf(
  reads: SiteReads,
  sql: string,
  scope: AnswerScope,
  extraParams: Params = {},
): Params {
  const { catalogue } = reads;
  const scans = findScansInRange(catalogue, scope);
  const params: Params = {
    ...siteParamsOf(reads, catalogue.details.site.id),
    ...Object.fromEntries(promptFilters.map((name) => [name, scope[name]])),
    mentionsTracked: scope.mentionsTracked ?? false,
    platform: scope.platform,
    region: storedCodesInScope(scope.region, catalogue.renamedRegions),
    ...renamingParamsOf(catalogue.renamedRegions),
    startDate: scope.startDate ?? '1970-01-01',
    endDate: scope.endDate ?? '1970-01-01',
    imports: catalogue.imports,
    scans: scans.map((scan) => scan.number),
    scanImports: scans.map((scan) => scan.import),
    ...extraParams,
  };
  return Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));
}

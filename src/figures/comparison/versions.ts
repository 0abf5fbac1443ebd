import type { ReportColumns, SeriesColumn } from '../series/columns.ts';
import { versionPairs } from '../series/platforms.ts';
import { uncapitalise } from '../text/uncapitalise.ts';
import { type Comparison, compareScanByScan, judge, type Verdict } from '../verdicts/verdicts.ts';
import { formatVerdict } from '../verdicts/words.ts';
import type { PeriodComparison } from './compare-report.ts';

/**
 * A platform's website compared with its API, over the scans that have values for both: those of the later period, or
 * all in view if there is no comparison.
 */
export interface VersionDifference {
  /** The mean of website minus API over these scans; null if there are none. */
  difference: number | null;
  verdict: Verdict;
}

function differencesOf(report: ReportColumns, web: string, api: string): Float64Array {
  const valuesOf = (platform: string): SeriesColumn['values'] | undefined =>
    report.series.find(({ key }) => key === platform)?.values;
  const [webValues, apiValues] = [valuesOf(web), valuesOf(api)];
  // If either side lacks evidence, the difference is NaN, which counts as no evidence.
  return Float64Array.from(
    report.scans.keys(),
    (scan) => (webValues?.[scan] ?? Number.NaN) - (apiValues?.[scan] ?? Number.NaN),
  );
}

/**
 * Compares the two versions of each platform, scan by scan.
 * @param report the report by platform, with the scans in view
 * @param comparison the comparison of the same report: its later period is used, and its earlier ones help to estimate
 * the scatter
 * @returns differences by the series key of the API version; platforms that are not measured both ways are left out
 */
export function compareVersions(
  report: ReportColumns,
  comparison: PeriodComparison | null,
): ReadonlyMap<string, VersionDifference> {
  const now = comparison?.slices.now ?? report;
  const earlier = comparison ? [comparison.slices.before, ...comparison.slices.earlier] : [];
  const measured = new Set(report.series.map(({ key }) => key));
  const comparedPairs = versionPairs
    .filter(({ web, api }) => measured.has(web) && measured.has(api))
    .map(({ web, api }): { api: string; webMinusApi: Comparison } => ({
      api,
      webMinusApi: compareScanByScan({
        now: differencesOf(now, web, api),
        earlier: earlier.map((period) => differencesOf(period, web, api)),
      }),
    }));
  const verdicts = judge(comparedPairs.map(({ webMinusApi }) => webMinusApi));
  return new Map(
    comparedPairs.flatMap(({ api, webMinusApi }, index) => {
      const verdict = verdicts[index];
      return verdict ? [[api, { difference: webMinusApi.change, verdict }]] : [];
    }),
  );
}

/**
 * Describes the difference, such as "Web 4.2 pt above API: more than the usual scatter".
 * @param sizeText formats the size of a difference, without a sign, with its unit
 */
export function versionSentence(
  { difference, verdict }: VersionDifference,
  sizeText: (size: number) => string,
): string {
  if (difference === null) return 'No scan has both web and API values';
  const side = difference > 0 ? 'above' : 'below';
  const distance =
    verdict.kind === 'unchanged' || difference === 0
      ? 'Web equals API'
      : `Web ${sizeText(Math.abs(difference))} ${side} API`;
  if (verdict.kind === 'unchanged') return distance;
  if (verdict.kind === 'real') return `${distance}: more than the usual scatter`;
  const sentence = formatVerdict(verdict, sizeText);
  return `${distance}: ${uncapitalise(sentence)}`;
}

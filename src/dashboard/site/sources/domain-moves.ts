import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import {
  compareReport,
  withMeasurementChanges,
} from '../../../figures/comparison/compare-report.ts';
import {
  findLargestMoves,
  type LargestMoves,
  type Moved,
} from '../../../figures/comparison/find-largest-moves.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import type {
  KnownVerdict,
  MeasurementChanges,
} from '../../../figures/comparison/shown-verdict.ts';
import type { Slices } from '../../../figures/comparison/slices.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import type { Domain } from './model.ts';

interface JudgedDomain {
  domain: Domain;
  verdict: KnownVerdict;
}

/** How the shares of the listed domains compare over two periods. */
export interface DomainMoves {
  compared: NonNullable<ComparedPeriods>;
  slices: Slices;
  /** By domain; without those whose shares by scan are unknown. */
  byDomain: ReadonlyMap<string, SeriesMove>;
  /** Null until it is known what was measured. */
  largest: LargestMoves<JudgedDomain & Moved> | null;
}

/**
 * What the page shows of the moves: `unknown` if there is nothing to compare with, or if they could not be loaded; null
 * if nothing is compared.
 */
export type ShownMoves = DomainMoves | 'loading' | 'unknown' | null;

/** The move of a domain; null if it is unknown. */
export const moveOf = (
  moves: ShownMoves,
  { domain }: Pick<Domain, 'domain'>,
): SeriesMove | 'loading' | null => {
  if (moves === 'loading') return moves;
  return moves === null || moves === 'unknown' ? null : (moves.byDomain.get(domain) ?? null);
};

/**
 * Compares the shares of the listed domains over two periods. The listed domains are judged together, whichever of them
 * a list, an owner or search words choose.
 * @param report the shares by scan
 * @param reference the report that the page shows, whose scans decide where the report is cut into halves
 * @returns null if one of the periods has no scans, or if no domain is listed
 */
export function compareDomains(
  report: ReportColumns,
  domains: readonly Domain[],
  compared: ComparedPeriods,
  reference: ReportColumns,
  changes: MeasurementChanges,
): DomainMoves | null {
  const listed = new Map(domains.map((domain) => [domain.domain, domain]));
  const series = report.series.filter(({ id }) => listed.has(id));
  const { comparison } = compareReport({ ...report, series }, compared, reference);
  if (!comparison) return null;
  const { slices, moves } = withMeasurementChanges(comparison, changes);
  const judged = [...moves].flatMap(([id, { verdict }]): JudgedDomain[] => {
    const domain = listed.get(id);
    return domain && verdict.kind !== 'pending' ? [{ domain, verdict }] : [];
  });
  return {
    compared: comparison.compared,
    slices,
    byDomain: moves,
    largest: changes && findLargestMoves(judged, 'No domain'),
  };
}

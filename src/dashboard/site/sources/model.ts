import { isSameId } from '../../../contract/fields.ts';
import type { Brand } from '../../../contract/resources.ts';
import type { SourceDomain, SourcesReport } from '../../../contract/sightline/sources.ts';
import type { ScanCount } from '../../../figures/series/answer-counts.ts';

/** Who owns a domain: the tracked brand, another brand of the site, or a third party. */
export type OwnerKind = 'own' | 'competitor' | 'third';

/** The figures of a domain in one scan. */
export interface DomainPoint {
  scanId: string;
  /** UTC calendar day; empty if unknown. */
  date: string;
  completedAt: string | null;
  /** Number of answers that cite the domain; null if unknown. */
  answers: number | null;
  /** Number of the scan's answers in scope; null if unknown. */
  total: number | null;
  /** Percent of the scan's answers; null if the scan has none, or if either number is unknown. */
  share: number | null;
}

export interface Domain {
  domain: string;
  kind: OwnerKind;
  owner: Brand | null;
  /** Number of answers that cite the domain. */
  answers: number;
  /** Percent of all answers in scope; null if there are none, or if their number is unknown. */
  share: number | null;
  citations: number | null;
  /** Number of answers that cite the domain and name the tracked brand; null if unknown or if no brand is tracked. */
  namingAnswers: number | null;
  /** `namingAnswers` in percent of `answers`; null if `namingAnswers` is null or `answers` is 0. */
  namingShare: number | null;
  points: readonly DomainPoint[];
  /** One value per scan: shares in percent, or numbers of answers if there are no shares. Null breaks the line. */
  trend: readonly (number | null)[];
  /** Mean of the second half of the trend minus that of the first; null if either half has no value. */
  change: number | null;
}

export interface Sources {
  /** Number of answers in scope; null if unknown. */
  answers: number | null;
  /** Number of answers in scope that cite any source; null if unknown. */
  answersWithSources: number | null;
  /** Number of answers that cite a domain of the tracked brand; null if unknown or if no brand is tracked. */
  citedOwn: number | null;
  /**
   * Number of answers that cite a domain of the tracked brand without naming that brand; null if unknown or if no brand
   * is tracked.
   */
  citedNotNamed: number | null;
  domains: readonly Domain[];
  /** The number of domains that are not listed; 0 if unknown. */
  unlistedCount: number;
  trackedBrand: Brand | null;
  /** Whether trends are shares, which need the number of answers in each scan. */
  areTrendsShares: boolean;
}

/** The value if it is a valid count; otherwise null. */
const countOf = (value: number | null): number | null =>
  value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** A part of a whole in percent; null if either is unknown or the whole is 0. */
export const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : (100 * part) / whole;

const meanOf = (values: readonly (number | null)[]): number | null => {
  const knownValues = values.filter((value) => value !== null);
  return knownValues.length === 0
    ? null
    : knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length;
};

/**
 * The mean of the second half of the values minus that of the first. If the number of values is odd, the middle one is
 * left out. Null unless both halves have a known value.
 */
export function changeOf(values: readonly (number | null)[]): number | null {
  const half = Math.floor(values.length / 2);
  const before = meanOf(values.slice(0, half));
  const now = meanOf(values.slice(values.length - half));
  return before === null || now === null ? null : now - before;
}

function kindOf(owner: Brand | null, tracked: Brand | null): OwnerKind {
  if (owner === null) return 'third';
  return isSameId(owner.id, tracked?.id) ? 'own' : 'competitor';
}

/** The number of answers by scan ID in lower case; null if unavailable. */
type Totals = ReadonlyMap<string, number> | null;

function pointsOf({ points }: SourceDomain, totals: Totals): DomainPoint[] {
  return points.map(({ scanId, date, completedAt, answers }) => {
    const citingAnswers = countOf(answers);
    const total = totals?.get(scanId.toLowerCase()) ?? null;
    const share = shareOf(citingAnswers, total);
    return { scanId, date: date ?? '', completedAt, answers: citingAnswers, total, share };
  });
}

/**
 * Arranges a report for the page. Domains without a name or a valid count are left out.
 * @param tracked the brand that the site tracks; null if it is unknown or there is none
 * @param counts numbers of answers in each scan; null if they are unavailable
 */
export function toSources(
  report: SourcesReport,
  tracked: Brand | null,
  counts: readonly ScanCount[] | null,
): Sources {
  const totals: Totals = counts && new Map(counts.map(({ scanId, answers }) => [scanId, answers]));
  const answers = countOf(report.answers);
  const domains = report.domains.flatMap((source): Domain[] => {
    const citingAnswers = countOf(source.answers);
    if (!source.domain || citingAnswers === null) return [];
    const points = pointsOf(source, totals);
    const trend = points.map((point) => (totals ? point.share : point.answers));
    const namingAnswers = tracked && countOf(source.namedTracked);
    return [
      {
        domain: source.domain,
        kind: kindOf(source.owner, tracked),
        owner: source.owner,
        answers: citingAnswers,
        share: shareOf(citingAnswers, answers),
        citations: countOf(source.citations),
        namingAnswers,
        namingShare: shareOf(namingAnswers, citingAnswers),
        points,
        trend,
        change: changeOf(trend),
      },
    ];
  });
  return {
    answers,
    answersWithSources: countOf(report.answersWithSources),
    citedOwn: tracked && countOf(report.citedOwn),
    citedNotNamed: tracked && countOf(report.citedNotNamed),
    domains,
    unlistedCount: countOf(report.more) ?? 0,
    trackedBrand: tracked,
    areTrendsShares: totals !== null,
  };
}

/** The domains of the tracked brand; null if some of them may not be listed. */
export const ownDomainsOf = ({ domains, unlistedCount }: Sources): string[] | null =>
  unlistedCount > 0
    ? null
    : domains.filter(({ kind }) => kind === 'own').map(({ domain }) => domain);

/**
 * Counts the answers that cite a domain of the tracked brand. An older service counts them only by domain, so with
 * several domains the number is at least that of the most cited one. Null if no brand is tracked, or if its domains may
 * all be unlisted.
 */
export function countOwnAnswers({ domains, unlistedCount, trackedBrand, citedOwn }: Sources): {
  atLeast: number;
  isExact: boolean;
} | null {
  if (citedOwn !== null) return { atLeast: citedOwn, isExact: true };
  const ownDomains = domains.filter(({ kind }) => kind === 'own');
  if (trackedBrand === null || (ownDomains.length === 0 && unlistedCount > 0)) return null;
  const atLeast = Math.max(0, ...ownDomains.map(({ answers }) => answers));
  return { atLeast, isExact: ownDomains.length < 2 && unlistedCount === 0 };
}

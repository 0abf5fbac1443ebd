import { isEvidence, type ReportColumns, type ReportScan } from '../series/columns.ts';
import { findModelChanges } from './model-changes.ts';
import { findSteps } from './steps.ts';

/**
 * A platform, a region or a number of prompts that started or stopped being measured, or a change of the rules that find
 * names in answers.
 */
interface CoverageChange {
  kind: 'platform' | 'region' | 'prompts' | 'rules';
  /** Such as "Perplexity", "France", "12 prompts" or "names". */
  label: string;
  change: 'added' | 'removed' | 'found by new rules' | 'found by earlier rules';
}

/** A platform whose answers came from one model, and since then from another. */
export interface ModelChange {
  kind: 'model';
  /** The platform's ID. */
  platform: string;
  /** The platform's name. */
  label: string;
  from: string;
  to: string;
  /** The number of platforms in the scan. */
  platformCount: number;
}

export type MeasurementChange = CoverageChange | ModelChange;

/** A scan, and what it measured differently from the previous scan. */
export interface ChangedScan {
  scan: ReportScan;
  changes: readonly MeasurementChange[];
}

/** The platforms or regions for which each scan has evidence. */
export interface Coverage {
  kind: 'platform' | 'region';
  /** Oldest first. */
  scans: readonly ReportScan[];
  /** The platforms or regions, and whether each scan has evidence for them. */
  parts: readonly { id: string; label: string; isMeasured: readonly boolean[] }[];
}

/** How many different prompts a scan has answers to: fewer than were sent if answers were lost. */
export interface PromptCount {
  scan: ReportScan;
  prompts: number;
}

/** The version of the rules that found the names in a scan's answers. */
export interface RulesVersion {
  scan: ReportScan;
  rules: number;
}

/** The model of each platform in a scan, where it is known. */
export interface ScanModels {
  scan: ReportScan;
  models: readonly { platform: string; model: string }[];
}

/** The minimum length of a stretch without evidence, in scans; a shorter one may be accidental. */
const minAbsentScans = 2;
/** How many gaps between scans with evidence, 0 included, tell which are usual. */
const nearestGapCount = 40;
/** Among this many gaps, one may be longer than usual: an outage. */
const gapsPerOutage = 20;

/** Identifies a scan, in the list of scans and in reports. */
const keyOf = ({ scanId, moment }: ReportScan): string => scanId?.toLowerCase() ?? String(moment);

/**
 * The platforms or regions for which the scans of a report by platform or region have evidence. Scans without any
 * evidence do not show what was measured, and are left out.
 */
export function coverageOf(report: ReportColumns, kind: Coverage['kind']): Coverage {
  const { scans, series } = report;
  const measuredIndices = [...scans.keys()].filter((scan) =>
    series.some(({ values }) => isEvidence(values[scan])),
  );
  return {
    kind,
    scans: measuredIndices.flatMap((scan) => scans[scan] ?? []),
    parts: series.map(({ key, label, values }) => ({
      id: key,
      label,
      isMeasured: measuredIndices.map((scan) => isEvidence(values[scan])),
    })),
  };
}

/**
 * Finds where a platform or region is added (its evidence begins) and removed (its evidence ends for good). The stretch
 * without evidence before the beginning or after the end must be at least two scans long, and longer than usual gaps.
 * Only the scans with evidence that are nearest to it tell which gaps are usual, so that a page that looks farther back
 * finds the same changes. If more than half of these scans have none, the evidence counts as accidental, and nothing is
 * added or removed.
 * @returns `added`, the index of the first scan with evidence, and `removed`, the index after the last scan with
 * evidence; each null if nothing changed there
 */
function boundsOf(isMeasured: readonly boolean[]) {
  const first = isMeasured.indexOf(true);
  const last = isMeasured.lastIndexOf(true);
  const gaps = gapsIn(isMeasured);
  const isChange = (absentScans: number, nearestGaps: readonly number[]) =>
    first >= 0 &&
    nearestGaps.reduce((sum, gap) => sum + gap, 0) <= nearestGaps.length + 1 &&
    absentScans >= minAbsentScans &&
    absentScans > usualGapIn(nearestGaps);
  return {
    added: isChange(first, gaps.slice(0, nearestGapCount)) ? first : null,
    removed: isChange(isMeasured.length - 1 - last, gaps.slice(-nearestGapCount)) ? last + 1 : null,
  };
}

/** The longest gap but for outages: one gap in twenty may be longer. */
const usualGapIn = (gaps: readonly number[]): number =>
  gaps.toSorted((a, b) => b - a)[Math.floor(gaps.length / gapsPerOutage)] ?? 0;

/** The lengths of the gaps between neighbouring scans with evidence, in scans; 0 where there is no gap. */
function gapsIn(isMeasured: readonly boolean[]): number[] {
  const measuredIndices = [...isMeasured.keys()].filter((scan) => isMeasured[scan]);
  return measuredIndices.slice(1).map((scan, index) => scan - (measuredIndices[index] ?? 0) - 1);
}

function changesOfCoverage({ kind, scans, parts }: Coverage): ChangedScan[] {
  return parts.flatMap(({ label, isMeasured }) => {
    const bounds = boundsOf(isMeasured);
    return (['added', 'removed'] as const).flatMap((change) => {
      const scan = scans[bounds[change] ?? -1];
      return scan ? [{ scan, changes: [{ kind, label, change }] }] : [];
    });
  });
}

function changesOfPrompts(counts: readonly PromptCount[]): ChangedScan[] {
  return findSteps(counts.map(({ prompts }) => prompts)).flatMap(({ at, difference }) => {
    const scan = counts[at]?.scan;
    if (!scan) return [];
    const size = Math.abs(difference);
    const label = `${size} ${size === 1 ? 'prompt' : 'prompts'}`;
    return [
      { scan, changes: [{ kind: 'prompts', label, change: difference > 0 ? 'added' : 'removed' }] },
    ];
  });
}

function changesOfRules(versions: readonly RulesVersion[]): ChangedScan[] {
  return versions.flatMap(({ scan, rules }, index) => {
    const previous = versions[index - 1]?.rules ?? rules;
    if (rules === previous) return [];
    const change = rules > previous ? 'found by new rules' : 'found by earlier rules';
    return [{ scan, changes: [{ kind: 'rules', label: 'names', change }] }];
  });
}

/** The changes of models of the platforms that a coverage includes. */
function changesOfModels(
  { kind, scans, parts }: Coverage,
  scanModels: readonly ScanModels[],
): ChangedScan[] {
  if (kind !== 'platform') return [];
  const modelsByScan = new Map(
    scanModels.map(({ scan, models }) => [
      keyOf(scan),
      new Map(models.map(({ platform, model }) => [platform, model])),
    ]),
  );
  return parts.flatMap(({ id, label, isMeasured }) => {
    const known = scans.flatMap((scan, index) => {
      const model = isMeasured[index] ? modelsByScan.get(keyOf(scan))?.get(id) : undefined;
      return model === undefined ? [] : [{ scan, index, model }];
    });
    return findModelChanges(known.map(({ model }) => model)).flatMap(({ at, from, to }) => {
      const changed = known[at];
      if (!changed) return [];
      const platformCount = parts.filter((part) => part.isMeasured[changed.index]).length;
      const change = { kind: 'model', platform: id, label, from, to, platformCount } as const;
      return [{ scan: changed.scan, changes: [change] }];
    });
  });
}

/**
 * Finds the scans at which the measurement of a site changes, oldest first.
 * @param coverages by platform and by region, each over the same days
 * @param counts over the same days, oldest first; empty if unknown
 * @param versions of the scans whose rules are known, over the same days, oldest first
 * @param models of the same scans, as far as they are known
 */
export function findChanges(
  coverages: readonly Coverage[],
  counts: readonly PromptCount[],
  versions: readonly RulesVersion[],
  models: readonly ScanModels[],
): ChangedScan[] {
  const byScan = new Map<string, ChangedScan>();
  for (const { scan, changes } of [
    ...coverages.flatMap(changesOfCoverage),
    ...changesOfPrompts(counts),
    ...changesOfRules(versions),
    ...coverages.flatMap((coverage) => changesOfModels(coverage, models)),
  ]) {
    const key = keyOf(scan);
    byScan.set(key, { scan, changes: [...(byScan.get(key)?.changes ?? []), ...changes] });
  }
  return [...byScan.values()].sort((a, b) => a.scan.moment - b.scan.moment);
}

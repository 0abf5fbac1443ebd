import { type Locale, shortDay } from '../formats/dates.ts';
import type { ReportColumns } from '../series/columns.ts';
import type { Wording } from '../series/wording.ts';
import { isolate } from '../text/isolate.ts';
import type { Verdict } from '../verdicts/verdicts.ts';
import { formatShortVerdict } from '../verdicts/words.ts';
import type { ChangedScan, MeasurementChange, ModelChange } from './measurement-changes.ts';

/** Two periods that were measured differently and cannot be compared. */
export interface IncomparablePeriods {
  kind: 'changed';
  /** UTC day of the latest change, YYYY-MM-DD. */
  since: string;
  /** UTC day of the last scan in view, YYYY-MM-DD. */
  until: string;
  /** The first change on that day, such as "Perplexity added"; the only one that is named. */
  namedChange: string;
  /** How many other changes there are on the same day. */
  sameDayCount: number;
  /** How many changes there are on earlier days. */
  earlierCount: number;
}

/** Takes the place of a verdict while it is unknown whether the measurement changed. */
interface PendingVerdict {
  kind: 'pending';
}

/** The platforms whose models changed between two periods, without ruling out a verdict. */
export interface ModelRemark {
  platformCount: number;
  /** The name of the first platform. */
  label: string;
  /** UTC day of the latest change, YYYY-MM-DD. */
  since: string;
  /** UTC day of the last scan in view, YYYY-MM-DD. */
  until: string;
}

/** A verdict, with a remark if the models of some platforms changed. */
export type RemarkedVerdict = Verdict & { remark?: ModelRemark };

/** A verdict, or why there can be none. */
export type KnownVerdict = RemarkedVerdict | IncomparablePeriods;

/** What a comparison shows for a series. */
export type ShownVerdict = KnownVerdict | PendingVerdict;

/** The scans at which the measurement changed, oldest first; null while they are unknown. */
export type MeasurementChanges = readonly ChangedScan[] | null;

/** Whose figures are compared. */
interface Subject {
  /** A grouping, or `cell` for one platform in one region. */
  groupBy: string;
  /** The only platform in the figures; null if they may cover several. */
  platform: string | null;
}

/** Kinds of change that do not affect the figures of a platform, a region, or one platform in one region. */
const irrelevantKinds = new Map<string, readonly MeasurementChange['kind'][]>([
  ['platform', ['platform']],
  ['region', ['region']],
  ['cell', ['platform', 'region']],
]);

const affects = (change: MeasurementChange, { groupBy, platform }: Subject): boolean =>
  change.kind === 'model'
    ? platform === null || platform === change.platform
    : !irrelevantKinds.get(groupBy)?.includes(change.kind);

/** A change in words, such as "Perplexity added" or "ChatGPT API: gpt-6-sol → gpt-6.1-sol". */
export const changeText = (change: MeasurementChange): string =>
  change.kind === 'model'
    ? `${isolate(change.label)}: ${change.from} → ${change.to}`
    : `${isolate(change.label)} ${change.change}`;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * The UTC day of a change in words: "Aug 12", or "Aug 12, 2025" if the last scan in view is in another year.
 * @param until the UTC day of the last scan in view
 */
export const changeDay = (day: string, until: string, locale: Locale): string =>
  shortDay(startOf(day), startOf(until), 'UTC', locale);

/** How changes in what was measured affect the verdict on two periods. */
export interface ChangesEffect {
  /** Shown instead of a verdict that the changes rule out. */
  periods: IncomparablePeriods;
  /** How far the changes can move the figure by themselves; infinite if they rule out any verdict. */
  reach: number;
  /** The remark on a verdict that is kept. */
  remark: ModelRemark;
}

/** The scans of two periods, oldest first. */
export type ComparedScans = Record<'before' | 'now', Pick<ReportColumns, 'scans'>>;

/** A change and the UTC day on which it happened. */
interface DatedChange {
  since: string;
  change: MeasurementChange;
}

/** @param changes oldest first */
function toIncomparable(
  changes: readonly DatedChange[],
  until: string,
): IncomparablePeriods | null {
  const since = changes.at(-1)?.since;
  const latestChanges = changes.filter((change) => change.since === since);
  const [named] = latestChanges;
  return named
    ? {
        kind: 'changed',
        since: named.since,
        until,
        namedChange: changeText(named.change),
        sameDayCount: latestChanges.length - 1,
        earlierCount: changes.length - latestChanges.length,
      }
    : null;
}

/** The metrics' largest difference: all are from 0 to 100. */
const scaleLength = 100;

/**
 * How far changes of models can move a figure over several platforms by themselves: the share of the platforms that
 * changed, of the whole scale. Infinite if all of them changed.
 */
function reachOf(models: readonly ModelChange[]): number {
  const changedCount = new Set(models.map(({ platform }) => platform)).size;
  const share = changedCount / Math.min(...models.map(({ platformCount }) => platformCount));
  return share < 1 ? share * scaleLength : Number.POSITIVE_INFINITY;
}

/** "although ChatGPT API changed its model on Aug 12", of the latest change. */
export function describeRemark({ platformCount, label, ...days }: ModelRemark, locale: Locale) {
  const day = changeDay(days.since, days.until, locale);
  return platformCount > 1
    ? `although ${platformCount} platforms changed their models, the last on ${day}`
    : `although ${isolate(label)} changed its model on ${day}`;
}

/**
 * Finds the changes that affect the comparison of two periods.
 * @param changedScans oldest first
 * @returns null if nothing that affects the figures changed after the first compared scan, up to the last scan in view
 */
export function effectOfChanges(
  { before, now }: ComparedScans,
  changedScans: readonly ChangedScan[],
  subject: Subject,
): ChangesEffect | null {
  const first = before.scans[0]?.moment ?? Number.POSITIVE_INFINITY;
  const lastScan = now.scans.at(-1);
  const last = lastScan?.moment ?? Number.NEGATIVE_INFINITY;
  const changes = changedScans.flatMap(({ scan, changes }) =>
    scan.moment > first && scan.moment <= last
      ? changes
          .filter((change) => affects(change, subject))
          .map((change) => ({ since: scan.date, change }))
      : [],
  );
  const periods = lastScan ? toIncomparable(changes, lastScan.date) : null;
  if (!periods) return null;
  const models = changes.flatMap(({ change }) => (change.kind === 'model' ? [change] : []));
  const isOnlyModels = models.length === changes.length && subject.platform === null;
  return {
    periods,
    reach: isOnlyModels ? reachOf(models) : Number.POSITIVE_INFINITY,
    remark: {
      platformCount: new Set(models.map(({ platform }) => platform)).size,
      label: models[0]?.label ?? '',
      since: periods.since,
      until: periods.until,
    },
  };
}

/** Whether changes rule out any verdict, whatever the figures. */
export const rulesOutVerdict = (effect: ChangesEffect | null): boolean =>
  effect?.reach === Number.POSITIVE_INFINITY;

/**
 * What to show for a verdict in view of changes in what was measured: nothing but the changes if they rule out a
 * verdict or could explain a real move by themselves; otherwise the verdict, with a remark.
 */
export function applyEffect(verdict: Verdict, effect: ChangesEffect | null): KnownVerdict {
  if (effect === null) return verdict;
  const isExplained = verdict.kind === 'real' && Math.abs(verdict.change) <= effect.reach;
  if (rulesOutVerdict(effect) || isExplained) return effect.periods;
  return verdict.kind === 'tooFew' ? verdict : { ...verdict, remark: effect.remark };
}

/** Whether a shown verdict is a verdict, rather than the reason why there is none. */
export const isVerdict = (verdict: ShownVerdict): verdict is RemarkedVerdict =>
  verdict.kind !== 'changed' && verdict.kind !== 'pending';

/** Such as "2 more changes". */
const changeCountText = (count: number, adjective: string): string =>
  `${count} ${adjective} ${count === 1 ? 'change' : 'changes'}`;

/** "Measured differently since 12 Aug: Perplexity added and 2 more changes, after 3 earlier changes", in UTC days. */
export function changedSentence(
  { since, until, namedChange, sameDayCount, earlierCount }: IncomparablePeriods,
  locale: Locale,
): string {
  const day = changeDay(since, until, locale);
  const others = sameDayCount > 0 ? ` and ${changeCountText(sameDayCount, 'more')}` : '';
  const before = earlierCount > 0 ? `, after ${changeCountText(earlierCount, 'earlier')}` : '';
  return `Measured differently since ${day}: ${namedChange}${others}${before}`;
}

/**
 * What is shown in a few words, where there is little room: "usual scatter" or "measured differently".
 * @param hasDirection whether a real move is called a "real rise" or "real drop"
 */
export function shortVerdictText(verdict: KnownVerdict, hasDirection = false): string {
  if (!isVerdict(verdict)) return 'measured differently';
  const noun = { up: ' rise', down: ' drop', none: '' }[directionOf(verdict) ?? 'none'];
  const words = formatShortVerdict(verdict) + (hasDirection ? noun : '');
  return verdict.remark === undefined ? words : `${words}, model changed`;
}

/** The direction of a real move; undefined for every other verdict. */
export const directionOf = (verdict: ShownVerdict): 'up' | 'down' | undefined =>
  verdict.kind === 'real' ? (verdict.change > 0 ? 'up' : 'down') : undefined;

/**
 * Whether a move in a direction is good or bad; undefined without a direction.
 * @param isTracked whether it is a move of the tracked brand: another brand's is neither good nor bad
 */
export const toneOf = (
  direction: 'up' | 'down' | undefined,
  { isLowerBetter = false }: Pick<Wording, 'isLowerBetter'>,
  isTracked: boolean,
): 'good' | 'bad' | undefined =>
  isTracked && direction ? ((direction === 'up') === isLowerBetter ? 'bad' : 'good') : undefined;

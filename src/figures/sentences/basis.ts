import type { PeriodComparison } from '../comparison/compare-report.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import { countText, countWithNoun } from '../formats/counts.ts';
import type { TimelineModel } from '../series/model.ts';
import { describeScanTime } from '../series/scan-time.ts';
import type { Wording } from '../series/wording.ts';

/** Such as "29 scans, the last completed Sat, Nov 28, 2026, 12:37 AM". */
export function describeScans(model: TimelineModel, wording: Wording): string {
  const scans = countWithNoun(model.scans.length, 'scan', 'scans', wording.locale);
  const last = model.reportOrder.at(-1);
  if (last === undefined) return scans;
  const { timeText } = describeScanTime(model, last, wording);
  const prefix = model.scans.length === 1 ? '' : 'the last ';
  return `${scans}, ${prefix}${model.scans[last]?.hasTime ? 'completed' : 'on'} ${timeText}`;
}

/** How many scans the averages are over. */
function describeAverages(
  comparison: PeriodComparison | null,
  lead: SeriesMove | null,
  wording: Wording,
): string {
  if (!comparison || !lead) return '';
  const { compared, slices } = comparison;
  const count = (scans: number) => countWithNoun(scans, 'scan', 'scans', wording.locale);
  const scansNow = slices.now.scans.length;
  if (compared === 'halves') return '';
  const valued =
    lead.scansNow < scansNow
      ? `, of which ${countText(lead.scansNow, wording.locale)} have a figure`
      : '';
  return `Figures are averages over the scans of the period${valued}. The earlier period has ${count(slices.before.scans.length)}.`;
}

/**
 * What a figure rests on: answers, prompts, scans and their dates.
 * @param answers such as "4,578 answers to 16 prompts"; null if they were not counted
 * @param comparison null if nothing is compared
 * @param lead the move of the figure; null if nothing is compared
 */
export function describeBasis(
  model: TimelineModel,
  answers: string | null,
  comparison: PeriodComparison | null,
  lead: SeriesMove | null,
  wording: Wording,
): string {
  const scans = `Based on ${answers ? `${answers} in ` : ''}${describeScans(model, wording)}.`;
  return [scans, describeAverages(comparison, lead, wording)].filter(Boolean).join(' ');
}

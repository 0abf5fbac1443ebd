import { comparisonOf } from '../../src/contract/dates/days-in-view.ts';
import { decode } from '../../src/contract/decode.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import {
  compareReport,
  withMeasurementChanges,
} from '../../src/figures/comparison/compare-report.ts';
import { isLowerBetter } from '../../src/figures/formats/values.ts';
import { fittingPeriodOf } from '../../src/figures/periods/fitting-period.ts';
import { describeBasis } from '../../src/figures/sentences/basis.ts';
import { describeVerdict } from '../../src/figures/sentences/describe-verdict.ts';
import { comparedSentence } from '../../src/figures/sentences/headline-sentences.ts';
import { namedMoves } from '../../src/figures/sentences/period-figures.ts';
import { shapeReport } from '../../src/figures/series/shape-report.ts';
import { evidenceDaysOf } from '../../src/figures/series/tracked-brand.ts';
import { columnsOf } from './columns.ts';

const anyDates = {
  startDate: null,
  endDate: null,
  compare: null,
  compareStart: null,
  compareEnd: null,
};

/**
 * States what a response of the timeline by brand over all dates says of the tracked brand in the period that fits its
 * scans, as a program without pages does.
 * @param text the response as received
 * @param today the UTC day, YYYY-MM-DD
 */
export function stateHeadline(text: string, today: string) {
  const decoded = decode(TimelineReport, JSON.parse(text));
  if (!decoded.ok) throw new Error(`${decoded.path}: ${decoded.reason}`);
  const report = columnsOf(decoded.value);
  const { range } = fittingPeriodOf(evidenceDaysOf(report), today);
  const compared = comparisonOf({ ...anyDates, range }, today);
  const { inView, comparison: unjudged } = compareReport(report, compared);
  if (!inView || !unjudged) throw new Error('There is nothing to compare.');
  const comparison = withMeasurementChanges(unjudged, []);
  const { model, summaries } = shapeReport(inView, 'UTC');
  const { lead } = namedMoves({
    comparison,
    summaries,
    groupBy: report.groupBy,
    brand: null,
    overallMove: null,
  });
  if (!lead) throw new Error('There is no tracked brand.');
  const wording = {
    zone: 'UTC',
    locale: 'en-US',
    unit: '%',
    decimals: 1,
    isLowerBetter: isLowerBetter(report.metric),
  };
  return {
    sentence: comparedSentence(lead.move, comparison, false, lead.label, wording),
    verdict: describeVerdict(lead.move.verdict, wording),
    basis: describeBasis(model, null, comparison, lead.move, wording),
  };
}

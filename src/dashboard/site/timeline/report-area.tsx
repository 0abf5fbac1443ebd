import { useContext, useDeferredValue, useMemo } from 'react';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import {
  loneMoveOf,
  moveOfAll,
  withOneVerdict,
  withVerdictOfAll,
} from '../../../figures/comparison/move-of-all.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { LastPathContext } from '../../app/shell/last-path.ts';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { useView, type View } from '../chart/use-view.ts';
import { useComparison } from '../comparison/use-comparison.ts';
import styles from '../layout/page.module.css';
import type { TimelineRequest, TimelineSearch } from '../search/search.ts';
import { useBrandReport } from '../use-brand-report.ts';
import type { ShownReport } from '../use-report.ts';
import { TimelineSkeleton } from './page-states.tsx';
import { Report } from './report.tsx';

/** Milliseconds of loading before the old report is dimmed, because dimming is slow to paint. */
const dimDelay = 150;

/**
 * Gives the only platform, region or prompt of a report the brand's verdict from the report by brand, which is requested
 * only then. The verdict is pending until that report has loaded; if it cannot be loaded, the verdict stays as it is.
 */
function useVerdictOfAll(
  request: TimelineRequest,
  comparison: PeriodComparison | null,
  changes: MeasurementChanges,
): PeriodComparison | null {
  const isLone = comparison !== null && loneMoveOf(comparison) !== null;
  const byBrand = useBrandReport(request, isLone);
  return useMemo(() => {
    if (comparison === null || byBrand === null) return comparison;
    if (byBrand === 'loading') return withOneVerdict(comparison, { kind: 'pending' });
    return withVerdictOfAll(comparison, moveOfAll(byBrand, comparison, changes));
  }, [comparison, byBrand, changes]);
}

/** The report to draw, deferred so that the controls show a new choice immediately. */
export function useDrawnReport(
  request: TimelineRequest,
  shown: ShownReport,
  newestChanges: MeasurementChanges,
  search: TimelineSearch,
  zone: string,
) {
  // The first page of a document renders without its report, so that something appears as soon as possible.
  const isFirstPage = useContext(LastPathContext)?.current === null;
  const fullReport = useDeferredValue(shown.report, isFirstPage ? null : shown.report);
  const changes = useDeferredValue(newestChanges);
  const compared = useDeferredValue(shown.compared);
  const { inView: report, comparison: ownComparison } = useComparison(
    fullReport,
    compared,
    changes,
  );
  const comparison = useVerdictOfAll(request, ownComparison, changes);
  const isReportOld = useDeferredValue(shown.isOld);
  const settled = useDeferredValue(search);
  const view = useView(report, useDeferredValue(zone), settled, comparison?.unadjustedMoves);
  const isOld = shown.isOld || fullReport !== shown.report;
  return { fullReport, report, comparison, changes, isReportOld, settled, view, isOld };
}

interface ReportAreaProps {
  today: string;
  shown: ShownReport;
  view: View | null;
  report: ReportColumns | null;
  comparison: PeriodComparison | null;
  changes: MeasurementChanges;
  /** True while a newer report is loading or not yet drawn. */
  isOld: boolean;
  /** True while the drawn report belongs to an earlier request than `settled`. */
  isReportOld: boolean;
  /** The search that is drawn; the address may already have a newer one. */
  settled: TimelineSearch;
  /** Whether a first report that arrives will be compared with an earlier period. */
  willBeCompared: boolean;
  /** True while a first report may still arrive. */
  isWaiting: boolean;
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
}

/** The current report, dimmed while a newer one is loading; a skeleton before the first. */
export function ReportArea(props: ReportAreaProps) {
  const { today, shown, view, report, comparison, changes } = props;
  const { isOld, isReportOld, settled, willBeCompared, isWaiting, onChange } = props;
  const isDim = useDelayed(isOld, dimDelay);
  if (!view) return isWaiting && <TimelineSkeleton isCompared={willBeCompared} />;
  return (
    <div
      className={styles['report']}
      data-old={isOld || undefined}
      data-dim={isDim || undefined}
      aria-busy={shown.isLoading}
    >
      {shown.isLoading && <ProgressLine label="Loading a new report" />}
      {report && (
        <Report
          today={today}
          view={view}
          report={report}
          comparison={comparison}
          changes={changes}
          isOld={isReportOld}
          search={settled}
          onChange={onChange}
        />
      )}
    </div>
  );
}

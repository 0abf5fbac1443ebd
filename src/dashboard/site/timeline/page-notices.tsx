import type { ReportColumns } from '../../api/columns.ts';
import { describeError } from '../../api/errors.ts';
import { dayAndTime } from '../../time/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { AppliedNotice } from '../controls/applied-notice.tsx';
import type { TimelineQuestion, TimelineSearch } from '../question/search.ts';
import type { ShownReport } from '../report/use-report.ts';
import { TimelineFailure } from './page-states.tsx';

interface PageNoticesProps {
  /** Names of parameters in the address that could not be read. */
  dropped: readonly string[];
  refused: { names: readonly string[]; isCorrecting: boolean };
  shown: ShownReport;
  /** The report for the current question; null until there is one. */
  current: ReportColumns | null;
  question: TimelineQuestion;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
}

/** Notices above the report: parameters left out, failures and retries. */
export function PageNotices(props: PageNoticesProps) {
  const { dropped, refused, shown, current, question, search, onSearch, zone } = props;
  return (
    <>
      {dropped.length > 0 && (
        <Notice>Removed from the address because of invalid values: {dropped.join(', ')}.</Notice>
      )}
      {refused.names.length > 0 && (
        <Notice>
          Removed from the address because the service refused it: {refused.names.join(', ')}.
        </Notice>
      )}
      {current && <AppliedNotice report={current} question={question} />}
      {shown.error && !refused.isCorrecting && (
        <TimelineFailure
          error={shown.error}
          search={search}
          onSearch={onSearch}
          onRetry={shown.retry}
        />
      )}
      {shown.error && shown.report && (
        <Notice tone="warn">
          Showing the last report, from {dayAndTime(shown.at, zone, undefined)}.
        </Notice>
      )}
      {shown.lastError && <Notice>{describeError(shown.lastError)} Trying again…</Notice>}
    </>
  );
}

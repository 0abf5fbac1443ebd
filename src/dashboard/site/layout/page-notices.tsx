import type { ReactNode } from 'react';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { describeError } from '../../api/errors.ts';
import { Notice } from '../../ui/notice.tsx';
import { AppliedNotice } from '../controls/applied-notice.tsx';
import type { TimelineRequest, TimelineSearch } from '../search/search.ts';
import type { ShownReport } from '../use-report.ts';
import { EmptyPeriodNotice } from './empty-period-notice.tsx';

interface PageNoticesProps {
  search: TimelineSearch;
  /** Names of URL parameters that were ignored because their values are invalid. */
  dropped: readonly string[];
  /** Names of parameters that the service refused, and whether a corrected address is about to load. */
  refused: { names: readonly string[]; isCorrecting: boolean };
  shown: ShownReport;
  /** The report for the current request; null until there is one. */
  current: ReportColumns | null;
  request: TimelineRequest;
  /** Renders why loading failed, with ways to recover. */
  renderFailure: (error: Error) => ReactNode;
  /** What is still shown after a failure: "Still showing the figures loaded …"; null if there is nothing to say. */
  stillShownText: string | null;
}

/** Notices above a report: ignored parameters, differences from what was requested, failures and retries. */
export function PageNotices(props: PageNoticesProps) {
  const { search, dropped, refused, shown, current, request } = props;
  const { renderFailure, stillShownText } = props;
  return (
    <>
      {dropped.length > 0 && (
        <Notice>Ignored because of invalid values: {dropped.join(', ')}.</Notice>
      )}
      {refused.names.length > 0 && (
        <Notice>
          Refused by the service and removed from the address: {refused.names.join(', ')}.
        </Notice>
      )}
      {current && <AppliedNotice report={current} request={request} />}
      {/* Unless it was chosen, a comparison without scans is no surprise: the site is new. */}
      {current && search.compare !== null && (
        <EmptyPeriodNotice report={current} compared={shown.compared} />
      )}
      {shown.error && !refused.isCorrecting && renderFailure(shown.error)}
      {shown.error && stillShownText && <Notice tone="warn">{stillShownText}</Notice>}
      {shown.lastError && <Notice>{describeError(shown.lastError)} Trying again…</Notice>}
    </>
  );
}

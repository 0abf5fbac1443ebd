import type { ReportColumns } from '../../../figures/series/columns.ts';
import { pageLocale } from '../../locale.ts';
import { Notice } from '../../ui/notice.tsx';
import type { TimelineRequest } from '../search/search.ts';
import { differencesOf } from './applied.ts';

interface AppliedNoticeProps {
  report: ReportColumns;
  /** The query of this report. */
  request: TimelineRequest;
}

/** Lists the differences between what was requested and what the service applied. */
export function AppliedNotice({ report, request }: AppliedNoticeProps) {
  const differences = differencesOf(report, request, pageLocale());
  return differences.length > 0 && <Notice tone="warn">{differences.join(' ')}</Notice>;
}

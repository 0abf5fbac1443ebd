import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { pageLocale } from '../../locale.ts';
import { Notice } from '../../ui/notice.tsx';

interface EmptyPeriodNoticeProps {
  report: ReportColumns;
  compared: ComparedPeriods;
}

/** Says that the days chosen to compare with have no scans, so that nothing is compared. */
export function EmptyPeriodNotice({ report, compared }: EmptyPeriodNoticeProps) {
  if (compared === null || compared === 'halves') return null;
  const hasScans = ({ start, end }: { start: string; end: string }) =>
    report.scans.some(({ date }) => date >= start && date <= end);
  if (!hasScans(compared.now) || hasScans(compared.before)) return null;
  const { start: startDate, end: endDate } = compared.before;
  const days = datesInWords({ range: null, startDate, endDate }, pageLocale());
  return <Notice>There are no scans from {days} to compare with.</Notice>;
}

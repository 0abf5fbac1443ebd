import type { ReportColumns } from '../../api/columns.ts';
import { HeaderSlot } from '../../shell/header-slot.tsx';
import { ZoneSelect } from '../../time/zone-select.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import { CopyLink } from '../controls/copy-link.tsx';
import type { TimelineSearch } from '../question/search.ts';
import { counted } from '../report/figures.ts';
import { SiteHeading } from '../site-heading.tsx';
import pageStyles from '../timeline/timeline-page.module.css';

/** "29 scans · 24 Oct – 22 Nov 2026 compared with 24 Sep – 23 Oct 2026". */
function basisOf(report: ReportColumns, comparison: PeriodComparison | null): string {
  const scans = counted(report.scans.length, 'scan', 'scans', undefined);
  return comparison
    ? `${scans} · ${comparison.names.now} compared with ${comparison.names.before}`
    : scans;
}

interface MatrixHeaderProps {
  siteId: string;
  clientId: string | null;
  /** The scans in view; null before the first report. */
  inView: ReportColumns | null;
  comparison: PeriodComparison | null;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
  /** The UTC day, YYYY-MM-DD, that a rolling range ends on. */
  today: string;
}

/** The site's name, the data behind the page, and the page's actions. */
export function MatrixHeader(props: MatrixHeaderProps) {
  const { siteId, clientId, inView, comparison, search, onSearch, zone, today } = props;
  const isPhone = useMedia('(max-width: 40rem)');
  return (
    <header className={pageStyles['head']}>
      <div>
        <SiteHeading siteId={siteId} clientId={clientId} />
        <p className={pageStyles['basis']}>{inView ? basisOf(inView, comparison) : '\u00a0'}</p>
      </div>
      {!isPhone && (
        <HeaderSlot>
          <ZoneSelect
            linkZone={search.zone}
            onLinkZoneDropped={() => onSearch({ ...search, zone: null })}
          />
        </HeaderSlot>
      )}
      <div className={pageStyles['actions']}>
        <CopyLink search={search} zone={zone} today={today} />
      </div>
    </header>
  );
}

import type { ReactNode } from 'react';
import type { ReportColumns } from '../../api/columns.ts';
import { ago } from '../../time/format.ts';
import { counted } from '../report/figures.ts';
import { SiteHeading } from '../site-heading.tsx';
import { scanTime } from './chart/reading.ts';
import { daysInWords } from './page-states.tsx';
import styles from './timeline-page.module.css';
import type { View } from './use-view.ts';

interface BasisProps {
  view: View | null;
  report: ReportColumns | null;
  /** Whether the question has dates, which need another line. */
  isDated: boolean;
}

/** "64 scans · last finished …": the data behind the page. */
function Basis({ view, report, isDated }: BasisProps) {
  const last = view?.model.order.at(-1);
  const props = { className: styles['basis'], 'data-dated': isDated || undefined };
  // Reserves the space, so that nothing moves later.
  if (!view || last === undefined || !report) return <p {...props}>&nbsp;</p>;
  const { model, wording } = view;
  const { when, place } = scanTime(model, last, wording);
  const timed = model.scans[last]?.timed ?? false;
  const days = daysInWords(report, wording.locale);
  return (
    <p {...props}>
      {counted(model.scans.length, 'scan', 'scans', wording.locale)}
      {timed ? ` · last finished ${when} (${place})` : ` · last on ${when} (${place})`}
      {timed && (
        // On paper, a relative time would soon be wrong.
        <span className={styles['screenOnly']}>
          {' '}
          · {ago(model.instants[last] ?? 0, Date.now())}
        </span>
      )}
      {days !== null && <span className={styles['days']}> · {days}</span>}
    </p>
  );
}

interface PageHeaderProps extends BasisProps {
  siteId: string;
  clientId: string | null;
  actions: ReactNode;
}

/** The site's name, the data behind the page, and the page's actions. */
export function PageHeader({ siteId, clientId, actions, ...basis }: PageHeaderProps) {
  return (
    <header className={styles['head']}>
      <div>
        <SiteHeading siteId={siteId} clientId={clientId} />
        <Basis {...basis} />
      </div>
      {actions}
    </header>
  );
}

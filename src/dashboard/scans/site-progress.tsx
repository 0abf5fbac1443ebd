import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isSameId } from '../../contract/fields.ts';
import { runningScansQuery } from '../api/sightline/scan-runs.ts';
import { HeaderSlot } from '../app/shell/header-slot.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { type SiteSearch, useSite } from '../use-site.ts';
import { describeAnswered, describeWait, percentDone } from './progress-words.ts';
import styles from './scans.module.css';

interface SiteProgressProps {
  /** The parameters that the pages of a site share. */
  search: SiteSearch;
}

/** In the header of a site's pages, how far a running scan of the site is; nothing while none runs. */
export function SiteProgress({ search }: SiteProgressProps) {
  const { siteId } = useSite();
  const { data } = useQuery(runningScansQuery());
  const scan = data?.running.find((running) => isSameId(running.siteId, siteId));
  if (!scan) return null;
  const percent = percentDone(scan);
  const answered = `${describeAnswered(scan.answered ?? 0, scan.questions ?? 0)}${describeWait(scan.waitingFor)}`;
  return (
    <HeaderSlot>
      <Link
        to="/sites/$siteId/scans"
        params={{ siteId }}
        search={search}
        className={styles['site']}
        title={answered}
      >
        <span className={styles['word']} aria-hidden="true">
          Scan
        </span>
        <progress value={percent} max={100} aria-hidden="true" />
        <span>
          <VisuallyHidden>Scan </VisuallyHidden>
          {percent}%<VisuallyHidden>: {answered}</VisuallyHidden>
        </span>
      </Link>
    </HeaderSlot>
  );
}

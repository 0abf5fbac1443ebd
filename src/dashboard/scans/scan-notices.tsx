import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isSameId } from '../../contract/fields.ts';
import type { RunningScans } from '../../contract/sightline/scans.ts';
import { countWithNoun } from '../../figures/formats/counts.ts';
import { runningScansQuery } from '../api/sightline/scan-runs.ts';
import { pageLocale } from '../locale.ts';
import { Notice } from '../ui/notice.tsx';
import { describeAnswered, describeWait, percentDone } from './progress-words.ts';
import styles from './scans.module.css';

/** The maximum number of running scans that are listed. */
const maxListed = 3;

type SiteEntry = Pick<RunningScans['problems'][number], 'siteId' | 'siteName' | 'clientId'>;

function SiteLink({ siteId, siteName, clientId }: SiteEntry) {
  return (
    <Link
      to="/sites/$siteId/scans"
      params={{ siteId }}
      search={clientId === null ? {} : { client: clientId }}
    >
      <bdi>{siteName || siteId}</bdi>
    </Link>
  );
}

/** The first problem and, on request, the others. They move the list below as little as they can when they arrive. */
function Problems({ problems }: Pick<RunningScans, 'problems'>) {
  const [isOpen, setOpen] = useState(false);
  const otherCount = problems.length - 1;
  return (isOpen ? problems : problems.slice(0, 1)).map((problem, index) => (
    <Notice key={problem.siteId} tone="warn">
      <SiteLink {...problem} />: {problem.reason}{' '}
      {index === 0 && otherCount > 0 && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? 'Show less'
            : `Show ${countWithNoun(otherCount, 'more site with a problem', 'more sites with problems', pageLocale())}`}
        </button>
      )}
    </Notice>
  ));
}

/**
 * Above a list of clients or sites, the scans that failed or are overdue, and those that run; nothing if all is well.
 * @param clientId the client whose sites are listed; null for all clients
 */
export function ScanNotices({ clientId }: { clientId: string | null }) {
  const { data } = useQuery(runningScansQuery());
  if (!data) return null;
  const isListed = (entry: SiteEntry) =>
    clientId === null || (entry.clientId !== null && isSameId(entry.clientId, clientId));
  const problems = data.problems.filter(isListed);
  const running = data.running.filter(isListed);
  const otherScans = running.length - maxListed;
  return (
    <>
      <Problems problems={problems} />
      {running.length > 0 && (
        <ul className={styles['running']} aria-label="Running scans">
          {running.slice(0, maxListed).map((scan) => (
            <li key={scan.scanId}>
              <span>
                Scanning <SiteLink {...scan} />
              </span>
              <progress value={percentDone(scan)} max={100} aria-hidden="true" />
              <span>
                {describeAnswered(scan.answered ?? 0, scan.questions ?? 0)}
                {describeWait(scan.waitingFor)}
              </span>
            </li>
          ))}
          {otherScans > 0 && (
            <li>and {countWithNoun(otherScans, 'more scan', 'more scans', pageLocale())}</li>
          )}
        </ul>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isSameId } from '../../contract/fields.ts';
import type { Collecting } from '../../contract/sightline/collect.ts';
import { collectingQuery } from '../api/sightline/collection.ts';
import { countWithNoun } from '../counts.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './collecting.module.css';
import { describeAnswered, percentDone } from './progress-words.ts';

/** The maximum number of problems and of running scans that are listed. */
const maxListed = 3;

type SiteEntry = Pick<Collecting['problems'][number], 'siteId' | 'siteName' | 'clientId'>;

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

const countOthers = (
  entries: readonly unknown[],
  noun: readonly [string, string],
): string | null =>
  entries.length > maxListed
    ? `and ${countWithNoun(entries.length - maxListed, ...noun, undefined)}`
    : null;

/**
 * Above a list of clients or sites, the scans that failed or are overdue, and those that run; nothing if all is well.
 * @param clientId the client whose sites are listed; null for all clients
 */
export function CollectingNotices({ clientId }: { clientId: string | null }) {
  const { data } = useQuery(collectingQuery());
  if (!data) return null;
  const isListed = (entry: SiteEntry) =>
    clientId === null || (entry.clientId !== null && isSameId(entry.clientId, clientId));
  const problems = data.problems.filter(isListed);
  const running = data.running.filter(isListed);
  const otherProblems = countOthers(problems, [
    'more site with a problem',
    'more sites with problems',
  ]);
  const otherScans = countOthers(running, ['more scan', 'more scans']);
  return (
    <>
      {problems.slice(0, maxListed).map((problem) => (
        <Notice key={problem.siteId} tone="warn">
          <SiteLink {...problem} />: {problem.reason}
        </Notice>
      ))}
      {otherProblems && <p className={styles['others']}>{otherProblems}</p>}
      {running.length > 0 && (
        <ul className={styles['running']} aria-label="Running scans">
          {running.slice(0, maxListed).map((scan) => (
            <li key={scan.scanId}>
              <span>
                Scanning <SiteLink {...scan} />
              </span>
              <progress value={percentDone(scan)} max={100} aria-hidden="true" />
              <span>{describeAnswered(scan.answered ?? 0, scan.questions ?? 0)}</span>
            </li>
          ))}
          {otherScans && <li>{otherScans}</li>}
        </ul>
      )}
    </>
  );
}

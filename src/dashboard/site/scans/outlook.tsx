import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { isTimestamp } from '../../../contract/fields.ts';
import type { SiteScanSettings } from '../../../contract/sightline/scans.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { runScan } from '../../api/sightline/scan-runs.ts';
import { useCanSetUp } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { money } from '../../scans/money.ts';
import { whereAndWhenHash } from '../../scans/where-and-when-hash.ts';
import { Button } from '../../ui/button.tsx';
import { useSite } from '../../use-site.ts';
import { ActionFailure } from './action-failure.tsx';
import styles from './scans.module.css';
import { useScanAction } from './use-scan-action.ts';

interface SetupLinkProps {
  className: string | undefined;
  children: ReactNode;
}

/** A link to the part of the set-up that says where and when questions are asked. */
export function SetupLink({ className, children }: SetupLinkProps) {
  const { siteId, clientId } = useSite();
  return (
    <Link
      to="/sites/$siteId/setup"
      params={{ siteId }}
      search={clientId === null ? {} : { client: clientId }}
      hash={whereAndWhenHash}
      className={className}
    >
      {children}
    </Link>
  );
}

/** When the schedule runs the next scan, or since when one is overdue. */
function describeSchedule(scanSettings: SiteScanSettings, zone: string): string {
  const { settings, nextDueAt, overdueSince } = scanSettings;
  const at = (time: string) =>
    isTimestamp(time) ? dayAndTime(Date.parse(time), zone, pageLocale()) : time;
  if (overdueSince !== null) return `Overdue since ${at(overdueSince)}`;
  if (nextDueAt !== null) return `Next scan ${at(nextDueAt)}`;
  return settings?.schedule ? 'No next scan' : 'No schedule';
}

/** What was spent this month: "$12.40 of $50.00 this month"; null if questions cost nothing. */
function describeMonth({ settings, monthSpentUsd, platforms }: SiteScanSettings): string | null {
  if (platforms.length > 0 && platforms.every(({ invented }) => invented)) return null;
  const spent = money(monthSpentUsd ?? 0);
  const ceiling = settings?.monthCeilingUsd ?? null;
  return ceiling === null ? `${spent} this month` : `${spent} of ${money(ceiling)} this month`;
}

/** What a scan would ask now and cost, and the button that starts one, or why none can run. */
export function Outlook({ scanSettings, zone }: { scanSettings: SiteScanSettings; zone: string }) {
  const canSetUp = useCanSetUp();
  const run = useScanAction(runScan);
  const obstacleId = useId();
  const { questions, estimateUsd, obstacle, nextDueAt } = scanSettings;
  const facts = [describeSchedule(scanSettings, zone), describeMonth(scanSettings)];
  return (
    <>
      <div className={styles['outlook']}>
        <div>
          <p className={styles['figure']}>
            {countWithNoun(questions ?? 0, 'question', 'questions', pageLocale())}
            {estimateUsd ? <span>, about {money(estimateUsd)}</span> : null}
          </p>
          <p className={styles['facts']}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
        </div>
        <div className={styles['actions']}>
          {canSetUp && <SetupLink className={styles['link']}>Change where and when</SetupLink>}
          <Button
            look="strong"
            isUnavailable={obstacle !== null || run.isPending}
            aria-describedby={obstacle === null ? undefined : obstacleId}
            onClick={() => run.mutate()}
          >
            {run.isPending ? 'Starting…' : 'Run now'}
          </Button>
        </div>
      </div>
      {obstacle !== null && (
        <p id={obstacleId} className={styles['obstacle']}>
          No scan can run now. {obstacle}
          {nextDueAt !== null && ' Until that changes, scheduled scans will fail as well.'}
        </p>
      )}
      <ActionFailure title="No scan was started" error={run.error} />
    </>
  );
}

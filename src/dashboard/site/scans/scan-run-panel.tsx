import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { isTimestamp } from '../../../contract/fields.ts';
import { regionLabel } from '../../../contract/region-label.ts';
import {
  cancelledRemark,
  type ScanRun,
  type ScanRunDetails,
} from '../../../contract/sightline/scans.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { scanRunQuery } from '../../api/sightline/scan-runs.ts';
import { pageLocale } from '../../locale.ts';
import { money } from '../../scans/money.ts';
import { describeAnswered, platformName } from '../../scans/progress-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Folded } from '../../ui/folded.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { CopyableId } from '../panels/copyable-id.tsx';
import { Details, renderLabels } from '../panels/details.tsx';
import panelStyles from '../panels/panels.module.css';
import { Holdups } from './holdups.tsx';
import { Retry } from './retry.tsx';
import { Said } from './said.tsx';
import { describeFailure, durationOf, stateOf, wasCancelled } from './scan-words.ts';
import styles from './scans.module.css';

/** Why questions failed on a platform, and which of its regions were not measured. */
function PlatformFailure({ progress }: { progress: ScanRun['platforms'][number] }) {
  const { platform, reasons, incompleteRegions, failed } = progress;
  const regions = new Intl.ListFormat('en').format(
    incompleteRegions.map((code) => regionLabel(code)),
  );
  return (
    <li>
      <h4>{platformName(platform)}</h4>
      {failed ? <p>{describeFailure(progress)}</p> : null}
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ reason, questions, messages }) => (
            <li key={reason}>
              {reason} <small>×&nbsp;{countText(questions ?? 0, pageLocale())}</small>
              {messages.map((message) => (
                <div key={message}>
                  <Said message={message} />
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {incompleteRegions.length > 0 && (
        <p>
          No figures for {regions} in this scan, since fewer than 80% of the questions were
          answered.
        </p>
      )}
    </li>
  );
}

/** What the scan asks, as it was when it began. */
function AskedSection({ details }: { details: ScanRunDetails }) {
  const { runs, regions, prompts, platforms } = details;
  const times = runs === 1 ? 'Once' : `${countText(runs ?? 0, pageLocale())} times`;
  return (
    <section className={panelStyles['section']}>
      <h3>What was asked</h3>
      <Details
        items={[
          [
            'Platforms',
            renderLabels(
              platforms.map(({ platform, model }) => `${platformName(platform)}: ${model}`),
            ),
          ],
          ['Regions', renderLabels(regions.map((code) => regionLabel(code)))],
          ['Each question', times],
        ]}
      />
      <Folded summary={countWithNoun(prompts.length, 'question', 'questions', pageLocale())}>
        <ol className={styles['questions']}>
          {prompts.map(({ id, text }) => (
            <li key={id}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ol>
      </Folded>
    </section>
  );
}

/** "$3.02, estimated $3.10"; null if questions cost nothing. */
const describeCost = ({ costUsd, estimateUsd }: ScanRun): string | null =>
  estimateUsd ? `${money(costUsd ?? 0)}, estimated ${money(estimateUsd)}` : null;

/** When a person requested a scan, and with which key. */
const describeRequest = (keyName: string | null, time: string | null): string =>
  [time ?? 'At an unknown time', ...(keyName ? [`by ${keyName}`] : [])].join(', ');

interface ScanRunPanelProps {
  scan: ScanRun;
  zone: string;
  onClose: () => void;
}

/** One scan that the service ran itself: times, cost, what failed and why, and what it asked. */
export function ScanRunPanel({ scan, zone, onClose }: ScanRunPanelProps) {
  const { siteId, clientId } = useSite();
  const details = useQuery(scanRunQuery(siteId, scan.id));
  const times = useRef<HTMLParagraphElement>(null);
  const at = (time: string | null) =>
    time !== null && isTimestamp(time) ? dayAndTime(Date.parse(time), zone, pageLocale()) : time;
  // Questions that a cancelled scan left out have not failed, and its remark names the regions without figures.
  const failures = scan.platforms.filter(
    ({ failed, incompleteRegions }) =>
      failed || (incompleteRegions.length > 0 && !wasCancelled(scan)),
  );
  const remark = scan.remark?.replace(cancelledRemark, '').trim();
  const when = at(scan.startedAt ?? scan.dueAt ?? scan.createdAt);
  return (
    <Drawer title={`Scan of ${when ?? 'an unknown time'}`} onClose={onClose}>
      {remark && <p>{remark}</p>}
      <Holdups scan={scan} zone={zone} />
      <Details
        items={[
          ['Status', stateOf(scan)],
          ['Answers', describeAnswered(scan.answered ?? 0, scan.questions ?? 0)],
          ['Cost', describeCost(scan)],
          scan.scheduled
            ? ['Due by schedule', at(scan.dueAt)]
            : ['Requested', describeRequest(scan.requestedBy, at(scan.createdAt))],
          ['Started', at(scan.startedAt)],
          ['Ended', at(scan.endedAt)],
          ['Duration', durationOf(scan)],
          ['Scan ID', <CopyableId key="i" id={scan.id} />],
        ]}
      />
      <p ref={times} tabIndex={-1} className={panelStyles['hint']}>
        Times in {zone}
      </p>
      {scan.canRetry && <Retry scan={scan} next={times} />}
      {scan.state === 'completed' && (
        <div>
          <Link
            to="/sites/$siteId/timeline"
            params={{ siteId }}
            search={{ ...(clientId === null ? {} : { client: clientId }), scan: scan.id }}
            className={buttonClass('plain')}
          >
            Show its figures
          </Link>
        </div>
      )}
      {failures.length > 0 && (
        <section className={panelStyles['section']}>
          <h3>What failed</h3>
          <ul className={styles['failures']}>
            {failures.map((progress) => (
              <PlatformFailure key={progress.platform} progress={progress} />
            ))}
          </ul>
        </section>
      )}
      {details.data && <AskedSection details={details.data} />}
      {details.isPending && (
        <Loading label="Loading what was asked">
          <Block width="100%" height="6rem" />
        </Loading>
      )}
      {details.error && !details.data && (
        <Failure
          title="What was asked could not be loaded"
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      )}
    </Drawer>
  );
}

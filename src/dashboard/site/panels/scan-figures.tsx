import { useQuery } from '@tanstack/react-query';
import { isEvidence, type ScanColumn, type SeriesColumn } from '../../api/columns.ts';
import { countsQuery } from '../../api/sightline/counts.ts';
import { useCapability } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { AnswersLink } from '../answers-link.tsx';
import type { TimelineQuestion } from '../question/search.ts';
import { counted, shortChange } from '../report/figures.ts';
import { metricName } from '../report/names.ts';
import { readingAt, type Wording } from '../timeline/chart/reading.ts';
import type { View } from '../timeline/use-view.ts';
import styles from './panels.module.css';

interface ScanFiguresProps {
  siteId: string;
  scanId: string;
  view: View;
  /** The query of the report in view. */
  question: TimelineQuestion;
  onScan: (scanId: string) => void;
}

/** Where a scan is among those in view, oldest first; -1 if it is not. */
function placeOf({ model: { order, scans } }: View, scanId: string): number {
  const id = scanId.toLowerCase();
  return order.findIndex((scan) => scans[scan]?.scanId?.toLowerCase() === id);
}

/** The change of a series since the previous scan in view; null if either has no evidence. */
function changeText(
  { values }: SeriesColumn,
  from: number | undefined,
  to: number,
  { unit, locale, decimals }: Wording,
): string | null {
  const before = from === undefined ? undefined : values[from];
  const now = values[to];
  if (!isEvidence(before) || !isEvidence(now)) return null;
  return shortChange({ from: before, to: now }, unit, locale, decimals);
}

/** Opens the answers of the scan that the filters select. */
function ScanAnswers({ siteId, scanId, question }: Omit<ScanFiguresProps, 'view' | 'onScan'>) {
  const hasCounts = useCapability('counts');
  const { data } = useQuery({ ...countsQuery(siteId, question), enabled: hasCounts });
  const count = data?.find((each) => each.scanId === scanId.toLowerCase());
  const answers = count && counted(count.answers, 'answer', 'answers', undefined);
  return (
    <>
      {count && answers && (
        <p className={styles['hint']}>
          {answers} to {counted(count.prompts, 'prompt', 'prompts', undefined)} with these filters
        </p>
      )}
      {count?.answers !== 0 && (
        <AnswersLink scanId={scanId.toLowerCase()}>
          {answers ? `Read the ${answers}` : 'Read the answers'}
        </AnswersLink>
      )}
    </>
  );
}

/** The chart's values at a scan, buttons to its neighbours, and a link to its answers. */
export function ScanFigures({ siteId, scanId, view, question, onScan }: ScanFiguresProps) {
  const place = placeOf(view, scanId);
  const { model, drawn, wording } = view;
  const scan = model.order[place];
  if (scan === undefined) return <ScanAnswers {...{ siteId, scanId, question }} />;
  const { rows } = readingAt(model, drawn, scan, wording);
  const beside = (by: number): ScanColumn | undefined => model.scans[model.order[place + by] ?? -1];
  const step = (to: ScanColumn | undefined, label: string) => {
    const id = to?.scanId ?? null;
    return (
      <Button busy={id === null} onClick={() => id !== null && onScan(id)}>
        {label}
      </Button>
    );
  };
  return (
    <section className={styles['blocks']} aria-label="Values">
      <div className={styles['steps']}>
        {step(beside(-1), 'Previous scan')}
        {step(beside(1), 'Next scan')}
      </div>
      <table className={styles['values']} aria-label={`${metricName(model.metric)} at this scan`}>
        <thead>
          <tr>
            <th scope="col">{metricName(model.metric)}</th>
            <th scope="col">Value</th>
            <th scope="col">Since the previous scan</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ drawn: { summary }, text }) => (
            <tr key={summary.series.id}>
              <th scope="row">
                <bdi>{summary.series.label}</bdi>
              </th>
              <td>{text}</td>
              <td>{changeText(summary.series, model.order[place - 1], scan, wording) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ScanAnswers {...{ siteId, scanId, question }} />
    </section>
  );
}

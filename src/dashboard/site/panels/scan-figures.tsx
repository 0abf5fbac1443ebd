import { isSameId } from '../../../contract/fields.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { shortChange } from '../../../figures/formats/values.ts';
import { isEvidence, type ReportScan, type SeriesColumn } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { groupingName, metricName } from '../../../figures/series/names.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { AnswersLink } from '../answers-link.tsx';
import type { View } from '../chart/use-view.ts';
import { readingAt } from '../series/reading.ts';
import { seriesFilterOf } from '../series/series-filter.ts';
import { useAnswerCount, useAnswerCounts } from '../use-answer-counts.ts';
import type { AnswersNarrowing, DatedScan } from '../use-answers-link-search.ts';
import styles from './panels.module.css';

/** The position of a scan among those in view, oldest first; -1 if it is not in view. */
const positionInView = ({ model: { reportOrder, scans } }: View, scanId: string): number =>
  reportOrder.findIndex((scan) => isSameId(scans[scan]?.scanId, scanId));

/** Formats the change of a series since the previous scan in view; null unless it has evidence at both scans. */
function formatChange(
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

/** Shows how many of the scan's answers match the filters, and links to them. */
function ScanAnswers({ scan }: { scan: DatedScan }) {
  const hasCounts = useCapability('counts');
  const [count] = useAnswerCounts({ scan }) ?? [];
  const answers = count && countWithNoun(count.answers, 'answer', 'answers', pageLocale());
  return (
    <>
      {hasCounts && (
        <p className={styles['counts']}>
          {count &&
            `${answers} to ${countWithNoun(count.prompts, 'prompt', 'prompts', pageLocale())} with these filters`}
        </p>
      )}
      {count?.answers !== 0 && (
        <AnswersLink scan={scan}>
          {answers ? `Read the ${answers}` : 'Read the answers'}
        </AnswersLink>
      )}
    </>
  );
}

interface SeriesCountProps {
  model: TimelineModel;
  series: SeriesColumn;
  scan: DatedScan;
}

/**
 * The number of answers behind a series at a scan; a dash if it is unknown. Links to these answers if there are any,
 * the service lists them, and they belong to this series alone.
 */
function SeriesCount({ model, series, scan }: SeriesCountProps) {
  const filterOverrides = seriesFilterOf(model, series);
  return filterOverrides === null ? '–' : <FilteredCount {...{ series, scan, filterOverrides }} />;
}

function FilteredCount({
  series,
  scan,
  filterOverrides,
}: Omit<SeriesCountProps, 'model'> & Pick<AnswersNarrowing, 'filterOverrides'>) {
  const hasAnswers = useCapability('answers');
  const count = useAnswerCount({ filterOverrides, scan });
  if (count === null) return '–';
  const text = countText(count, pageLocale());
  const isForEverySeries = Object.keys(filterOverrides ?? {}).length === 0;
  if (isForEverySeries || count === 0 || !hasAnswers) return text;
  const answers = countWithNoun(count, 'answer', 'answers', pageLocale());
  return (
    <AnswersLink {...{ filterOverrides, scan }} label={`Read the ${answers}: ${series.label}`}>
      {text}
    </AnswersLink>
  );
}

interface ScanFiguresProps {
  scanId: string;
  view: View;
  onScan: (scanId: string) => void;
}

/** The chart's values at a scan, buttons for the previous and the next scan, and links to its answers. */
export function ScanFigures({ scanId, view, onScan }: ScanFiguresProps) {
  const hasCounts = useCapability('counts');
  const position = positionInView(view, scanId);
  const { model, drawn, wording } = view;
  const scan = model.reportOrder[position];
  if (scan === undefined) return <ScanAnswers scan={{ id: scanId, date: '' }} />;
  const datedScan = { id: scanId, date: model.scans[scan]?.date ?? '' };
  const { rows } = readingAt(model, drawn, scan, wording);
  const neighbourAt = (offset: number): ReportScan | undefined =>
    model.scans[model.reportOrder[position + offset] ?? -1];
  const renderStepButton = (neighbour: ReportScan | undefined, label: string) => {
    const id = neighbour?.scanId ?? null;
    return (
      <Button isUnavailable={id === null} onClick={() => id !== null && onScan(id)}>
        {label}
      </Button>
    );
  };
  return (
    <section className={styles['blocks']} aria-label="Values">
      <div className={styles['steps']}>
        {renderStepButton(neighbourAt(-1), 'Previous scan')}
        {renderStepButton(neighbourAt(1), 'Next scan')}
      </div>
      <table className={styles['values']} aria-label={`${metricName(model.metric)} at this scan`}>
        <thead>
          <tr>
            <th scope="col">{groupingName(model.groupBy)}</th>
            <th scope="col">Value</th>
            <th scope="col">Since the previous scan</th>
            {hasCounts && <th scope="col">Answers</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ drawn: { summary }, text }) => (
            <tr key={summary.series.id}>
              <th scope="row">
                <bdi>{summary.series.label}</bdi>
              </th>
              <td>{text}</td>
              <td>
                {formatChange(summary.series, model.reportOrder[position - 1], scan, wording) ??
                  '–'}
              </td>
              {hasCounts && (
                <td>
                  <SeriesCount model={model} series={summary.series} scan={datedScan} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ScanAnswers scan={datedScan} />
    </section>
  );
}

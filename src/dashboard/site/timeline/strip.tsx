import { Card } from '../../ui/card.tsx';
import type { SeriesFacts } from '../report/facts.ts';
import {
  countText,
  fullValue,
  noEvidence,
  ordinal,
  shortChange,
  shortValue,
} from '../report/figures.ts';
import type { Wording } from './chart/reading.ts';
import styles from './timeline-page.module.css';

/** "brands measured" and the like, for a number of them. */
const measured = new Map([
  ['brand', 'brands measured'],
  ['platform', 'platforms measured'],
  ['region', 'regions measured'],
]);

interface StripProps {
  /** The series that the figures are about. */
  lead: SeriesFacts;
  facts: readonly SeriesFacts[];
  groupBy: string;
  /** True where filters chose which brands came: the rank is then among those only. */
  isSelection: boolean;
  wording: Wording;
}

/** Four figures of one series, before any line is read. */
export function Strip({ lead, facts, groupBy, isSelection, wording }: StripProps) {
  const { unit, locale } = wording;
  const ranked = facts.filter(({ rank }) => rank !== null).length;
  const text = (value: number | null) =>
    value === null ? noEvidence : shortValue(value, unit, locale);
  const whole = (value: number | null) =>
    value === null ? undefined : fullValue(value, unit, locale);
  const figures = [
    {
      key: 'latest',
      name: `${lead.series.label}, latest scan`,
      text: text(lead.latest),
      title: whole(lead.latest),
    },
    {
      key: 'change',
      name: 'against the scan before',
      text: lead.change ? shortChange(lead.change, unit, locale) : '–',
      title: undefined,
    },
    {
      key: 'median',
      name: `median of ${countText(lead.evidence.found, locale)} ${lead.evidence.found === 1 ? 'scan' : 'scans'}`,
      text: text(lead.median),
      title: whole(lead.median),
    },
    {
      key: 'rank',
      name:
        groupBy === 'brand' && isSelection
          ? 'brands chosen'
          : (measured.get(groupBy) ?? 'measured'),
      text: lead.rank === null ? '–' : `${ordinal(lead.rank, locale)} of ${ranked}`,
      title: undefined,
    },
  ];
  return (
    <Card>
      <dl className={styles['strip']}>
        {figures.map(({ key, name, text: figure, title }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd title={title}>{figure}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

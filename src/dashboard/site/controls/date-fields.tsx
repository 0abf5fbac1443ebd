import { useId, useState } from 'react';
import { firstDay, lastDay } from '../question/ranges.ts';
import type { TimelineSearch } from '../question/search.ts';
import { datesInWords, isWhole } from '../question/utc-days.ts';
import styles from './bar.module.css';

interface DateFieldsProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

type End = 'startDate' | 'endDate';

/** The texts of the fields while the user types, until the address changes. */
interface Draft {
  texts: Record<End, string>;
  /** The dates of the address when it was typed, and those requested since; null for none. */
  seen: string;
  requested: string | null;
}

const fingerprint = ({ range, startDate, endDate }: TimelineSearch): string =>
  [range, startDate, endDate].join(' ');

const isReversed = ({ startDate, endDate }: Record<End, string>): boolean =>
  endDate !== '' && isWhole(startDate) && isWhole(endDate) && startDate > endDate;

/** Two inclusive dates, each optional. Applied once both are complete and in order. */
export function DateFields({ search, onSearch }: DateFieldsProps) {
  const id = useId();
  const [draft, setDraft] = useState<Draft | null>(null);
  const seen = fingerprint(search);
  const applied = { startDate: search.startDate ?? '', endDate: search.endDate ?? '' };
  const isCurrent = draft !== null && (draft.seen === seen || draft.requested === seen);
  const texts = isCurrent ? draft.texts : applied;
  const reversed = isReversed(texts);

  const change = (end: End, field: HTMLInputElement) => {
    const next = { ...texts, [end]: field.value };
    const wanted = {
      ...search,
      range: null,
      startDate: next.startDate || null,
      endDate: next.endDate || null,
    };
    // A partly typed date reads as empty: only the field's validity shows it.
    const isDone = !field.validity.badInput && isWhole(next.startDate) && isWhole(next.endDate);
    const differs = next.startDate !== applied.startDate || next.endDate !== applied.endDate;
    const isRequest = isDone && differs && !isReversed(next);
    setDraft({ texts: next, seen, requested: isRequest ? fingerprint(wanted) : null });
    if (isRequest) onSearch(wanted);
  };
  /** Resets a half-typed date to the applied one. */
  const leave = (end: End, field: HTMLInputElement) => {
    if (!field.validity.badInput && isWhole(field.value)) return;
    field.value = applied[end];
    setDraft({ texts: { ...texts, [end]: applied[end] }, seen, requested: null });
  };

  const ends = [
    ['startDate', 'From'],
    ['endDate', 'To'],
  ] as const;
  return (
    <div className={styles['dates']}>
      {ends.map(([end, label]) => (
        <label key={end} className={styles['field']}>
          <span className={styles['label']}>{label}</span>
          <input
            type="date"
            className={styles['input']}
            min={firstDay}
            max={lastDay}
            value={texts[end]}
            aria-invalid={reversed || undefined}
            aria-describedby={reversed ? id : undefined}
            onChange={(event) => change(end, event.currentTarget)}
            onBlur={(event) => leave(end, event.currentTarget)}
          />
        </label>
      ))}
      {reversed && (
        <p id={id} className={styles['fault']} role="alert">
          “From” is after “To”. Still showing: {datesInWords(search, undefined)}.
        </p>
      )}
    </div>
  );
}

import { useId, useState } from 'react';
import { maxDay, minDay } from '../../../contract/dates/ranges.ts';
import { isCompleteDate } from '../question/utc-days.ts';
import styles from './bar.module.css';

/** Two UTC days, both included; null for an end that is open. */
export interface DateEnds {
  from: string | null;
  to: string | null;
}

interface DatePairProps {
  currentDates: DateEnds;
  /** The dates in effect, in words. */
  currentWords: string;
  /** Changes when the user chooses days outside these fields, which then show those days. */
  resetKey?: string;
  /** Whether both dates are required. */
  required?: boolean;
  onDates: (dates: DateEnds) => void;
}

type End = keyof DateEnds;

/** The texts of the fields while the user types, until other days take effect. */
interface Draft {
  texts: Record<End, string>;
  /** The fingerprint of the days in effect when the user typed. */
  seen: string;
  /** The fingerprint of the days that these texts requested; null if they requested none. */
  requested: string | null;
}

const ends = [
  ['from', 'From'],
  ['to', 'To'],
] as const;

const isReversed = ({ from, to }: Record<End, string>): boolean =>
  to !== '' && isCompleteDate(from) && isCompleteDate(to) && from > to;

/** Fields for two dates, which take effect once both are complete and in order. */
export function DatePair(props: DatePairProps) {
  const { currentDates, currentWords, resetKey = '', required = false, onDates } = props;
  const id = useId();
  const [draft, setDraft] = useState<Draft | null>(null);
  const fingerprint = ({ from, to }: DateEnds, prefix = '') => [prefix, from, to].join(' ');
  const seen = fingerprint(currentDates, resetKey);
  const shown = { from: currentDates.from ?? '', to: currentDates.to ?? '' };
  const isCurrent = draft !== null && (draft.seen === seen || draft.requested === seen);
  const texts = isCurrent ? draft.texts : shown;
  const areReversed = isReversed(texts);

  const change = (end: End, field: HTMLInputElement) => {
    const next = { ...texts, [end]: field.value };
    const dates = { from: next.from || null, to: next.to || null };
    const hasRequiredDates = !required || (dates.from !== null && dates.to !== null);
    // The value of a half-typed date is empty; only the field's validity distinguishes it from a cleared field.
    const isComplete =
      !field.validity.badInput &&
      isCompleteDate(next.from) &&
      isCompleteDate(next.to) &&
      hasRequiredDates;
    const isChanged = next.from !== shown.from || next.to !== shown.to;
    const isRequest = isComplete && isChanged && !isReversed(next);
    setDraft({ texts: next, seen, requested: isRequest ? fingerprint(dates) : null });
    if (isRequest) onDates(dates);
  };
  /** Resets a half-typed date to the one in effect. */
  const resetIncomplete = (end: End, field: HTMLInputElement) => {
    if (!field.validity.badInput && isCompleteDate(field.value)) return;
    field.value = shown[end];
    setDraft({ texts: { ...texts, [end]: shown[end] }, seen, requested: null });
  };

  return (
    <div className={styles['dates']}>
      {ends.map(([end, label]) => (
        <label key={end} className={styles['field']}>
          <span className={styles['label']}>{label}</span>
          <input
            type="date"
            className={styles['input']}
            min={minDay}
            max={maxDay}
            required={required}
            value={texts[end]}
            aria-invalid={areReversed || undefined}
            aria-describedby={areReversed ? id : undefined}
            onChange={(event) => change(end, event.currentTarget)}
            onBlur={(event) => resetIncomplete(end, event.currentTarget)}
          />
        </label>
      ))}
      {areReversed && (
        <p id={id} className={styles['fault']} role="alert">
          “From” is after “To”. Still showing: {currentWords}.
        </p>
      )}
    </div>
  );
}

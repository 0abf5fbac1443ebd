import { useId, useState } from 'react';
import { maxDay, minDay } from '../../../contract/dates/ranges.ts';
import { isCompleteDate } from '../search/utc-days.ts';
import styles from './bar.module.css';

/** The first and the last UTC day of a period; null if that end is open. */
export interface DateEnds {
  from: string | null;
  to: string | null;
}

interface DatePairProps {
  currentDates: DateEnds;
  /** The dates in effect, in words. */
  currentWords: string;
  /**
   * Identifies a choice made outside these fields, such as a rolling range; empty if there is none. Typed texts are
   * discarded when such a choice is made.
   */
  resetKey?: string;
  /** Whether both dates are required. */
  required?: boolean;
  onDates: (dates: DateEnds) => void;
}

type End = keyof DateEnds;

/** The texts that the user typed into the fields, shown until other dates take effect. */
interface Draft {
  texts: Record<End, string>;
  /** The fingerprint of the dates in effect when the user typed. */
  initialFingerprint: string;
  /** The fingerprint of the dates that these texts requested; null if they requested none. */
  requestedFingerprint: string | null;
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
  const fingerprintOf = ({ from, to }: DateEnds, prefix = '') => [prefix, from, to].join(' ');
  const fingerprint = fingerprintOf(currentDates, resetKey);
  const shown = { from: currentDates.from ?? '', to: currentDates.to ?? '' };
  const isCurrent =
    draft !== null && [draft.initialFingerprint, draft.requestedFingerprint].includes(fingerprint);
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
    setDraft({
      texts: next,
      initialFingerprint: fingerprint,
      requestedFingerprint: isRequest ? fingerprintOf(dates) : null,
    });
    if (isRequest) onDates(dates);
  };
  /** Resets a half-typed date to the one in effect. */
  const resetIncomplete = (end: End, field: HTMLInputElement) => {
    if (!field.validity.badInput && isCompleteDate(field.value)) return;
    field.value = shown[end];
    setDraft({
      texts: { ...texts, [end]: shown[end] },
      initialFingerprint: fingerprint,
      requestedFingerprint: null,
    });
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

import { useId } from 'react';
import { comparisonOf, daysInView } from '../../../contract/dates/days-in-view.ts';
import { type CompareMode, compareModes } from '../../../contract/dates/periods.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { pageLocale } from '../../locale.ts';
import type { TimelineSearch } from '../search/search.ts';
import styles from './bar.module.css';
import { DateFields } from './date-fields.tsx';

interface CompareSelectProps {
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  onSearch: (search: TimelineSearch) => void;
}

const modeNames: Record<CompareMode, string> = {
  none: 'No comparison',
  previous: 'Previous period',
  year: 'Same period last year',
  custom: 'Custom dates',
};

/** Chooses what the days in view are compared with. */
export function CompareSelect({ search, today, onSearch }: CompareSelectProps) {
  const id = useId();
  const isDated = daysInView(search, today).startDate !== null;
  const comparison = comparisonOf(search, today);
  const requestedMode = search.compare ?? (isDated ? 'previous' : 'none');
  // Without a first day, only the two halves of the report can be compared.
  const chosenMode = isDated || requestedMode === 'previous' ? requestedMode : 'none';
  const choose = (compare: CompareMode) => {
    const isDefault = compare === (isDated ? 'previous' : 'none');
    const prefill = comparison ?? comparisonOf({ ...search, compare: 'previous' }, today);
    const prefilledDays = prefill === null || prefill === 'halves' ? null : prefill.before;
    const customDays = compare === 'custom' ? prefilledDays : null;
    onSearch({
      ...search,
      compare: isDefault ? null : compare,
      compareStart: customDays?.start ?? null,
      compareEnd: customDays?.end ?? null,
    });
  };
  const offeredModes = compareModes.filter(
    (mode) => isDated || mode === 'none' || mode === 'previous',
  );
  const { compareStart, compareEnd } = search;
  return (
    <>
      <div className={styles['field']}>
        <label className={styles['label']} htmlFor={id}>
          Compare
        </label>
        <select
          id={id}
          className={styles['input']}
          value={chosenMode}
          onChange={({ currentTarget }) => {
            const compare = compareModes.find((mode) => mode === currentTarget.value);
            if (compare) choose(compare);
          }}
        >
          {offeredModes.map((mode) => (
            <option key={mode} value={mode}>
              {mode === 'previous' && !isDated ? 'Second half with the first' : modeNames[mode]}
            </option>
          ))}
        </select>
      </div>
      {chosenMode === 'custom' && isDated && (
        <fieldset className={styles['custom']}>
          <legend className={styles['label']}>Compare with</legend>
          <DateFields
            required
            currentDates={{ from: compareStart, to: compareEnd }}
            currentWords={datesInWords(
              { range: null, startDate: compareStart, endDate: compareEnd },
              pageLocale(),
            )}
            onDates={({ from, to }) => onSearch({ ...search, compareStart: from, compareEnd: to })}
          />
        </fieldset>
      )}
    </>
  );
}

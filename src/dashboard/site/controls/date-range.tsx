import { ChevronDown } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import { ranges } from '../../../contract/dates/ranges.ts';
import { allDates, datesInWords, rangeNames } from '../../../figures/periods/dates-in-words.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import { type TimelineSearch, withDates } from '../search/search.ts';
import { utcDayHint } from '../search/utc-days.ts';
import styles from './bar.module.css';
import { DateFields } from './date-fields.tsx';

interface DateRangeProps {
  search: TimelineSearch;
  /** The zone in which the hint explains a UTC day. */
  zone: string;
  onSearch: (search: TimelineSearch) => void;
}

const choices = [null, ...ranges];

/** Shows the chosen UTC days, and a popup to choose others: all dates, a rolling range, or two dates. */
export function DateRange({ search, zone, onSearch }: DateRangeProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const name = useId();
  const isPointerChoice = useRef(false);
  const { range, startDate, endDate } = search;
  const chosen = startDate === null && endDate === null ? range : undefined;
  const words = datesInWords(search, pageLocale());
  return (
    <Popup
      label="Dates"
      isOpen={isOpen}
      onClose={close}
      control={
        <Button
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={words}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles['days']}>{words}</span>{' '}
          <span className={styles['unit']}>UTC days</span>
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      }
    >
      <fieldset className={styles['choices']}>
        <legend className={styles['label']}>Scan days</legend>
        {choices.map((choice) => (
          <label
            key={choice}
            className={styles['choice']}
            // A click or Enter closes the popup; arrow keys only change the choice.
            onPointerDown={() => {
              isPointerChoice.current = true;
            }}
            // A click on the label's text also clicks the radio button; only that click closes the popup.
            onClick={({ target }) =>
              isPointerChoice.current && target instanceof HTMLInputElement && close()
            }
            onKeyDown={({ key }) => {
              isPointerChoice.current = false;
              if (key === 'Enter') close();
            }}
          >
            <input
              type="radio"
              name={name}
              checked={choice === chosen}
              onChange={() => onSearch(withDates(search, { range: choice }))}
            />
            {choice === null ? allDates : rangeNames[choice]}
          </label>
        ))}
      </fieldset>
      <DateFields
        resetKey={range ?? ''}
        currentDates={{ from: startDate, to: endDate }}
        currentWords={words}
        onDates={({ from, to }) => onSearch(withDates(search, { startDate: from, endDate: to }))}
      />
      <p className={styles['hint']}>{utcDayHint(search, zone, utcDay(Date.now()), pageLocale())}</p>
    </Popup>
  );
}

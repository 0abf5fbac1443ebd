import { type FormEvent, useId, useState } from 'react';
import { sharePages } from '../../../contract/share-pages.ts';
import { minPassphraseLength } from '../../../contract/sightline/shares.ts';
import { datesInWords } from '../../../figures/periods/dates-in-words.ts';
import { useSiteViews } from '../../app/session/use-site-views.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import { chosenValuesOf, filterOrder } from '../search/filters.ts';
import { hasDates } from '../search/search.ts';
import styles from './share.module.css';
import { LifetimeSelect } from './share-lifetime.tsx';
import {
  earlierDaysOf,
  type ShareChoices,
  type SharedSearch,
  sharedDatesOf,
} from './share-request.ts';

interface ShareFormProps extends SharedSearch {
  /** The page on which the drawer was opened; it is selected by default. */
  page: string;
  /** The default title; empty while the site's name is unknown. */
  title: string;
  isSending: boolean;
  onSend: (choices: ShareChoices) => void;
}

interface Faults {
  title?: string;
  pages?: string;
  passphrase?: string;
}

function faultsOf({ title, pages, passphrase }: ShareChoices): Faults {
  return {
    ...(title.trim() === '' && { title: 'Enter a title.' }),
    ...(pages.length === 0 && { pages: 'Choose at least one page.' }),
    ...(passphrase !== '' &&
      passphrase.length < minPassphraseLength && {
        passphrase: `Use at least ${minPassphraseLength} characters.`,
      }),
  };
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} role="alert" className={styles['fault']}>
      {text}
    </p>
  );
}

interface SharedDatesProps extends SharedSearch {
  isRolling: boolean;
  onRolling: (isRolling: boolean) => void;
}

/** Shows the dates of the page. For a rolling range, lets the user choose whether it keeps rolling. */
function SharedDates({ isRolling, onRolling, ...shared }: SharedDatesProps) {
  const name = useId();
  const { search, today } = shared;
  const earlierDays = earlierDaysOf(sharedDatesOf(shared, isRolling), today);
  const earlier = earlierDays && (
    <p className={styles['hint']}>
      {`For the comparison, viewers can also read figures of earlier days: ${datesInWords(earlierDays.figures, pageLocale())}. `}
      {earlierDays.answers &&
        `Pages with answers or sources include ${datesInWords(earlierDays.answers, pageLocale())}. `}
      To leave them out, set Compare to “No comparison” on the page.
    </p>
  );
  if (search.range === null) {
    return (
      <>
        <p className={styles['fixed']}>
          {hasDates(search)
            ? datesInWords(search, pageLocale())
            : 'All dates. Viewers can choose their own.'}
        </p>
        {earlier}
      </>
    );
  }
  const choices = [
    {
      value: true,
      label: `${datesInWords(search, pageLocale())}, relative to the day the link is opened`,
    },
    {
      value: false,
      label: `Fixed dates: ${datesInWords(sharedDatesOf(shared, false), pageLocale())}`,
    },
  ];
  return (
    <>
      {choices.map(({ value, label }) => (
        <label key={label} className={styles['choice']}>
          <input
            type="radio"
            name={name}
            checked={isRolling === value}
            onChange={() => onRolling(value)}
          />
          {label}
        </label>
      ))}
      {earlier}
    </>
  );
}

/** The form for a new link: what it shows and how long it works. */
export function ShareForm(props: ShareFormProps) {
  const { page, isSending, onSend, ...shared } = props;
  const { search } = shared;
  const id = useId();
  const offeredViews = useSiteViews().filter(({ view }) =>
    sharePages.some((page) => page === view),
  );
  const [chosen, setChoices] = useState<Omit<ShareChoices, 'title'> & { title: string | null }>({
    title: null,
    pages: [page],
    isRolling: true,
    days: 30,
    passphrase: '',
  });
  const choices = { ...chosen, title: chosen.title ?? props.title };
  const [areFaultsShown, setFaultsShown] = useState(false);
  const faults = faultsOf(choices);
  const shownFaults = areFaultsShown ? faults : {};
  const change = (part: Partial<ShareChoices>) => setChoices({ ...chosen, ...part });
  const isFiltered = filterOrder.some((parameter) => chosenValuesOf(search, parameter).length > 0);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setFaultsShown(true);
    if (Object.keys(faults).length === 0) onSend(choices);
  };
  const togglePage = (view: string) => {
    const isChosen = choices.pages.includes(view);
    const pages = offeredViews
      .map((offered): string => offered.view)
      .filter((page) => (page === view ? !isChosen : choices.pages.includes(page)));
    change({ pages });
  };

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <label htmlFor={`${id}-title`}>Title</label>
      <input
        id={`${id}-title`}
        data-first-focus
        className={styles['input']}
        maxLength={200}
        autoComplete="off"
        value={choices.title}
        aria-invalid={shownFaults.title !== undefined || undefined}
        aria-describedby={shownFaults.title === undefined ? undefined : `${id}-title-fault`}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Fault id={`${id}-title-fault`} text={shownFaults.title} />
      <fieldset
        aria-describedby={shownFaults.pages === undefined ? undefined : `${id}-pages-fault`}
      >
        <legend>Pages</legend>
        {offeredViews.map(({ view, name }) => (
          <label key={view} className={styles['choice']}>
            <input
              type="checkbox"
              checked={choices.pages.includes(view)}
              onChange={() => togglePage(view)}
            />
            {name}
          </label>
        ))}
        {choices.pages.includes('report') && (
          <p className={styles['hint']}>
            The report always includes the matrix and the sources, whichever pages you choose.
          </p>
        )}
        <Fault id={`${id}-pages-fault`} text={shownFaults.pages} />
      </fieldset>
      <fieldset>
        <legend>Filters</legend>
        {isFiltered ? (
          <>
            <FilterChips search={search} onSearch={() => {}} areLocked />
            <p className={styles['hint']}>Viewers see these filters and cannot change them.</p>
          </>
        ) : (
          <p className={styles['fixed']}>No locked filters. Viewers can choose their own.</p>
        )}
      </fieldset>
      <fieldset>
        <legend>Dates (UTC days)</legend>
        <SharedDates
          {...shared}
          isRolling={choices.isRolling}
          onRolling={(isRolling) => change({ isRolling })}
        />
        <p className={styles['hint']}>
          Filters and dates come from the page. To change them, close this panel first.
        </p>
      </fieldset>
      <p className={styles['hint']}>
        {`Viewers see the names of the site and its client, and the figures, brands, prompts and scans behind these pages${choices.pages.includes('answers') ? ', with the full texts of the answers' : ''}. They never see notes, recommendations or other sites.`}
      </p>
      <LifetimeSelect days={choices.days} onDays={(days) => change({ days })} />
      <div className={styles['pair']}>
        <label htmlFor={`${id}-passphrase`}>
          Passphrase <small>optional</small>
        </label>
        <input
          id={`${id}-passphrase`}
          className={styles['input']}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={choices.passphrase}
          aria-invalid={shownFaults.passphrase !== undefined || undefined}
          aria-describedby={
            shownFaults.passphrase === undefined ? undefined : `${id}-passphrase-fault`
          }
          onChange={({ currentTarget }) => change({ passphrase: currentTarget.value })}
        />
      </div>
      <Fault id={`${id}-passphrase-fault`} text={shownFaults.passphrase} />
      <Button look="strong" type="submit" isUnavailable={isSending} className={styles['send']}>
        {isSending ? 'Creating the link…' : 'Create link'}
      </Button>
    </form>
  );
}

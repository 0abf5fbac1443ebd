import { useCallback, useEffect, useId, useState } from 'react';
import { useShared } from '../../shell/shared-parts.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { Segmented } from '../../ui/segmented.tsx';
import barStyles from '../controls/bar.module.css';
import { DateRange } from '../controls/date-range.tsx';
import type { TimelineSearch } from '../question/search.ts';
import pageStyles from '../timeline/timeline-page.module.css';
import styles from './answers.module.css';
import { type AnswersSearch, type Naming, namingOf, withNaming } from './answers-search.ts';
import type { Names } from './names.ts';

/** Milliseconds without typing before a search is sent. */
const searchAfter = 300;

type Words = string | null;

/**
 * Keeps the text of a field while the address catches up with it. A change of the address from outside, such as going
 * back, replaces the text; the arrival of words sent from here does not, since typing may have gone on.
 */
function useTyped(q: Words, onWords: (words: Words) => void) {
  const [typed, setTyped] = useState(q ?? '');
  const [known, setKnown] = useState(q);
  /** Words sent to the address that have not arrived, oldest first. */
  const [sent, setSent] = useState<readonly Words[]>([]);
  if (known !== q) {
    const place = sent.lastIndexOf(q);
    setKnown(q);
    setSent(place === -1 ? [] : sent.slice(place + 1));
    if (place === -1 && typed.trim() !== (q ?? '')) setTyped(q ?? '');
  }
  const words = typed.trim() === '' ? null : typed.trim();
  const send = useCallback(() => {
    setSent((earlier) => [...earlier, words]);
    onWords(words);
  }, [words, onWords]);
  return { typed, setTyped, send, isDue: words !== q };
}

/** Words to search the texts for. The address follows once typing pauses, or on Enter. */
function TextSearch({ q, onWords }: { q: Words; onWords: (words: Words) => void }) {
  const { typed, setTyped, send, isDue } = useTyped(q, onWords);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(send, searchAfter);
    return () => clearTimeout(timer);
  }, [isDue, send]);
  return (
    <input
      id={elementIds.findInList}
      type="search"
      className={styles['search']}
      placeholder="Words in the answers"
      aria-label="Words in the answers"
      maxLength={500}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing && isDue) send();
      }}
    />
  );
}

const namingOptions = [
  { value: 'any', label: 'All' },
  { value: 'named', label: 'Names us' },
  { value: 'notNamed', label: 'Does not name us' },
] as const satisfies readonly { value: Naming; label: string }[];

interface BrandChoiceProps {
  asked: AnswersSearch;
  names: Names;
  onBrand: (brandId: string) => void;
}

/** Adds a brand that the answers must name; chosen ones are chips. */
function BrandChoice({ asked, names, onBrand }: BrandChoiceProps) {
  const id = useId();
  const offered = names.brands.filter(
    (brand) => brand.kind !== 'tracked' && namingOf(asked, brand.id) !== 'named',
  );
  if (offered.length === 0) return null;
  return (
    <div className={barStyles['field']}>
      <label className={barStyles['label']} htmlFor={id}>
        Brand named
      </label>
      <select
        id={id}
        className={barStyles['input']}
        value=""
        onChange={({ currentTarget }) => onBrand(currentTarget.value)}
      >
        <option value="">Any brand</option>
        {offered.map((brand) => (
          <option key={brand.id} value={brand.id}>
            {brand.name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AnswersControlsProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  asked: AnswersSearch;
  onAsked: (asked: AnswersSearch) => void;
  onWords: (words: Words) => void;
  names: Names;
  zone: string;
}

/** Words, named brands and dates. */
export function AnswersControls(props: AnswersControlsProps) {
  const { search, onSearch, asked, onAsked, onWords, names, zone } = props;
  const { tracked } = names;
  const shared = useShared();
  return (
    <div className={`${pageStyles['controls']} ${styles['controls']}`}>
      <TextSearch q={asked.q} onWords={onWords} />
      {tracked && (
        <Segmented
          legend="Our brand"
          options={namingOptions}
          value={namingOf(asked, tracked.id)}
          onChange={(naming) => onAsked(withNaming(asked, tracked.id, naming))}
        />
      )}
      <BrandChoice
        {...{ asked, names }}
        onBrand={(brandId) => onAsked(withNaming(asked, brandId, 'named'))}
      />
      {shared?.dates ?? <DateRange search={search} zone={zone} onSearch={onSearch} />}
    </div>
  );
}

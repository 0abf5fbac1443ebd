import { useCallback, useEffect, useId, useState } from 'react';
import { useShareOverrides } from '../../session/share-overrides.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import barStyles from '../controls/bar.module.css';
import { DateRange } from '../controls/date-range.tsx';
import pageStyles from '../page/page.module.css';
import type { TimelineSearch } from '../question/search.ts';
import styles from './answers.module.css';
import {
  type AnswersSearch,
  type NamingRequirement,
  namingOf,
  withNaming,
} from './answers-search.ts';
import type { Names } from './names.ts';

/** Milliseconds without typing before a search is sent. */
const searchDelay = 300;

type SearchWords = string | null;

/**
 * Keeps the text of a field while the address catches up with it. A change of the address from outside, such as going
 * back, replaces the text; the arrival of words sent from here does not, since typing may have gone on.
 */
function useTypedWords(q: SearchWords, onWords: (words: SearchWords) => void) {
  const [typed, setTyped] = useState(q ?? '');
  const [knownWords, setKnown] = useState(q);
  /** Words sent to the address that have not arrived, oldest first. */
  const [sentWords, setSent] = useState<readonly SearchWords[]>([]);
  if (knownWords !== q) {
    const index = sentWords.lastIndexOf(q);
    setKnown(q);
    setSent(index === -1 ? [] : sentWords.slice(index + 1));
    if (index === -1 && typed.trim() !== (q ?? '')) setTyped(q ?? '');
  }
  const words = typed.trim() === '' ? null : typed.trim();
  const send = useCallback(() => {
    setSent((earlier) => [...earlier, words]);
    onWords(words);
  }, [words, onWords]);
  return { typed, setTyped, send, isDue: words !== q };
}

/** Words to search the answers' texts for. The address follows once typing pauses, or on Enter. */
function TextSearch({ q, onWords }: { q: SearchWords; onWords: (words: SearchWords) => void }) {
  const { typed, setTyped, send, isDue } = useTypedWords(q, onWords);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(send, searchDelay);
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
] as const satisfies readonly { value: NamingRequirement; label: string }[];

interface BrandChoiceProps {
  answersSearch: AnswersSearch;
  names: Names;
  onBrand: (brandId: string) => void;
}

/** A menu that adds a brand the answers must name; chosen brands are shown as chips. */
function BrandChoice({ answersSearch, names, onBrand }: BrandChoiceProps) {
  const id = useId();
  const offeredBrands = names.brands.filter(
    (brand) => brand.kind !== 'tracked' && namingOf(answersSearch, brand.id) !== 'named',
  );
  if (offeredBrands.length === 0) return null;
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
        {offeredBrands.map((brand) => (
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
  answersSearch: AnswersSearch;
  onAnswersSearch: (answersSearch: AnswersSearch) => void;
  onWords: (words: SearchWords) => void;
  names: Names;
  zone: string;
}

/** The controls for words, named brands and dates. */
export function AnswersControls(props: AnswersControlsProps) {
  const { search, onSearch, answersSearch, onAnswersSearch, onWords, names, zone } = props;
  const { trackedBrand } = names;
  const shared = useShareOverrides();
  return (
    <div className={`${pageStyles['controls']} ${styles['controls']}`}>
      <TextSearch q={answersSearch.q} onWords={onWords} />
      {trackedBrand && (
        <SegmentedControl
          legend="Our brand"
          options={namingOptions}
          value={namingOf(answersSearch, trackedBrand.id)}
          onChange={(naming) => onAnswersSearch(withNaming(answersSearch, trackedBrand.id, naming))}
        />
      )}
      <BrandChoice
        {...{ answersSearch, names }}
        onBrand={(brandId) => onAnswersSearch(withNaming(answersSearch, brandId, 'named'))}
      />
      {shared?.dates ?? <DateRange search={search} zone={zone} onSearch={onSearch} />}
    </div>
  );
}

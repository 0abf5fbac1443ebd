import { useCallback, useEffect, useId, useState } from 'react';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import barStyles from '../controls/bar.module.css';
import { DateRange } from '../controls/date-range.tsx';
import pageStyles from '../layout/page.module.css';
import type { TimelineSearch } from '../search/search.ts';
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
 * Holds the text of a field while the address catches up with it. A change of the address from outside, such as going
 * back, replaces the text; the arrival of words that the field sent does not, since typing may have continued.
 */
function useTypedWords(q: SearchWords, onWords: (words: SearchWords) => void) {
  const [typedText, setTypedText] = useState(q ?? '');
  const [knownWords, setKnownWords] = useState(q);
  /** Words that have been sent but are not in the address yet, oldest first. */
  const [sentWords, setSentWords] = useState<readonly SearchWords[]>([]);
  if (knownWords !== q) {
    const index = sentWords.lastIndexOf(q);
    setKnownWords(q);
    setSentWords(index === -1 ? [] : sentWords.slice(index + 1));
    if (index === -1 && typedText.trim() !== (q ?? '')) setTypedText(q ?? '');
  }
  const words = typedText.trim() === '' ? null : typedText.trim();
  const send = useCallback(() => {
    setSentWords((earlier) => [...earlier, words]);
    onWords(words);
  }, [words, onWords]);
  return { typedText, setTypedText, send, isAheadOfAddress: words !== q };
}

/** A field for words to find in the answers' texts. The address changes once typing pauses, or on Enter. */
function TextSearch({ q, onWords }: { q: SearchWords; onWords: (words: SearchWords) => void }) {
  const { typedText, setTypedText, send, isAheadOfAddress } = useTypedWords(q, onWords);
  useEffect(() => {
    if (!isAheadOfAddress) return;
    const timer = setTimeout(send, searchDelay);
    return () => clearTimeout(timer);
  }, [isAheadOfAddress, send]);
  return (
    <input
      id={elementIds.findInList}
      type="search"
      className={styles['search']}
      placeholder="Words in the answers"
      aria-label="Words in the answers"
      maxLength={500}
      value={typedText}
      onChange={({ target }) => setTypedText(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing && isAheadOfAddress) send();
      }}
    />
  );
}

const namingOptions = [
  { value: 'any', label: 'All' },
  { value: 'named', label: 'With the brand' },
  { value: 'notNamed', label: 'Without the brand' },
] as const satisfies readonly { value: NamingRequirement; label: string }[];

interface BrandChoiceProps {
  answersSearch: AnswersSearch;
  names: Names;
  onBrand: (brandId: string) => void;
}

/** A menu for adding a brand that the answers must name; chosen brands are shown as chips. */
function BrandChoice({ answersSearch, names, onBrand }: BrandChoiceProps) {
  const id = useId();
  const offeredBrands = names.brands.filter(
    (brand) => brand.kind !== 'tracked' && namingOf(answersSearch, brand.id) !== 'named',
  );
  if (offeredBrands.length === 0 && !names.isLoading) return null;
  return (
    <div className={barStyles['field']}>
      <label className={barStyles['label']} htmlFor={id}>
        Brand named
      </label>
      <select
        id={id}
        className={`${barStyles['input']} ${barStyles['brand']}`}
        disabled={offeredBrands.length === 0}
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

/** The controls for words, named brands and dates. Those for brands are disabled until brands have loaded. */
export function AnswersControls(props: AnswersControlsProps) {
  const { search, onSearch, answersSearch, onAnswersSearch, onWords, names, zone } = props;
  const { trackedBrand } = names;
  const shareOverrides = useShareOverrides();
  return (
    <div className={`${pageStyles['controls']} ${styles['controls']}`}>
      <TextSearch q={answersSearch.q} onWords={onWords} />
      {(trackedBrand || names.isLoading) && (
        <SegmentedControl
          legend="Tracked brand"
          options={namingOptions}
          value={trackedBrand ? namingOf(answersSearch, trackedBrand.id) : 'any'}
          isDisabled={trackedBrand === null}
          onChange={(naming) =>
            trackedBrand && onAnswersSearch(withNaming(answersSearch, trackedBrand.id, naming))
          }
        />
      )}
      <BrandChoice
        {...{ answersSearch, names }}
        onBrand={(brandId) => onAnswersSearch(withNaming(answersSearch, brandId, 'named'))}
      />
      {shareOverrides?.dates ?? <DateRange search={search} zone={zone} onSearch={onSearch} />}
    </div>
  );
}

import { Plus, Trash2 } from 'lucide-react';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { isolate } from '../../figures/text/isolate.ts';
import { Button } from '../ui/button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { DomainsField, Spellings, SuggestedSpellings } from './brand-fields.tsx';
import { createBrand, type DraftBrand } from './draft.ts';
import type { DraftAction } from './draft-reducer.ts';
import type { FieldErrors } from './draft-request.ts';
import type { BrandWords, DiscoveredBrand } from './mention-words.ts';
import styles from './setup.module.css';
import { suggestSpellings } from './suggestions.ts';
import { TextField } from './text-field.tsx';

interface CompetitorProps {
  brand: DraftBrand;
  /** Its position, from 1. */
  number: number;
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
  words: BrandWords;
  onRemove: () => void;
}

function Competitor(props: CompetitorProps) {
  const { brand, number, errors, dispatch, words, onRemove } = props;
  const { key, name } = brand;
  const title = name.trim() || `Competitor ${number}`;
  const hasError = errors.has(`${key}.aliases`);
  /** How the spellings were opened: by the user, who then types one, or by renaming the brand. */
  const [opened, setOpened] = useState<'byUser' | 'byRenaming' | null>(null);
  const { nearMisses, suggestions } = suggestSpellings(brand, words.nearMisses);
  return (
    <li>
      <fieldset className={styles['competitor']}>
        <legend>
          <VisuallyHidden>Competitor {number}</VisuallyHidden>
        </legend>
        <div className={styles['pair']}>
          <TextField
            id={key}
            label="Name"
            hint={words.occurrence}
            error={errors.get(`${key}.name`)}
            value={name}
            onText={(text) => {
              dispatch({ type: 'brand', key, fields: { name: text } });
              // Shows that the old name is kept as a spelling.
              if (brand.storedName !== null && opened === null) setOpened('byRenaming');
            }}
          />
          <DomainsField {...{ brand, errors, dispatch }} />
          <Button
            look="quiet"
            aria-label={`Remove ${isolate(title)}`}
            title="Remove"
            className={styles['iconButton']}
            onClick={onRemove}
          >
            <Trash2 size={16} aria-hidden="true" />
          </Button>
        </div>
        {opened !== null || hasError ? (
          <Spellings {...{ brand, errors, dispatch, words }} isFocused={opened === 'byUser'} />
        ) : (
          <>
            <Button look="quiet" className={styles['more']} onClick={() => setOpened('byUser')}>
              {describeSpellings(brand, suggestions.length)}
              <VisuallyHidden> of {isolate(title)}</VisuallyHidden>
            </Button>
            <SuggestedSpellings
              spellings={nearMisses}
              onAdd={(alias) => {
                dispatch({ type: 'brand', key, fields: { aliases: [...brand.aliases, alias] } });
                setOpened('byUser');
              }}
              name={title}
            />
          </>
        )}
      </fieldset>
    </li>
  );
}

/** What the button that opens the spellings says. */
function describeSpellings({ aliases, isNameCounted }: DraftBrand, suggestions: number): string {
  const count = aliases.length + (isNameCounted ? 0 : 1);
  const words = count === 0 ? 'Other spellings' : `Other spellings (${aliases.length})`;
  return suggestions === 0 ? words : `${words} · ${suggestions} suggested`;
}

/** A stored competitor that saving deletes, until the user takes it back. */
function RemovedCompetitor({ brand, onKeep }: { brand: DraftBrand; onKeep: () => void }) {
  return (
    <li className={styles['removed']}>
      <p>
        Saving deletes <bdi>{brand.name}</bdi> and its mentions.
      </p>
      <Button onClick={onKeep}>
        Keep<VisuallyHidden> {isolate(brand.name)}</VisuallyHidden>
      </Button>
    </li>
  );
}

interface CompetitorsProps {
  competitors: readonly DraftBrand[];
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
  wordsOf: (key: string) => BrandWords;
  discovered: readonly DiscoveredBrand[];
}

/** The competitors of a site, and brands that its answers name besides. */
export function Competitors(props: CompetitorsProps) {
  const { competitors, errors, dispatch, wordsOf, discovered } = props;
  const addButton = useRef<HTMLButtonElement>(null);
  /** The key of the competitor whose name is focused once it is shown. */
  const [focusKey, setFocusKey] = useState<string | null>(null);
  useEffect(() => {
    if (focusKey !== null)
      document.querySelector<HTMLInputElement>(`[data-field="${focusKey}"]`)?.focus();
  }, [focusKey]);

  function add(brand: DraftBrand): void {
    dispatch({ type: 'addCompetitor', brand });
    setFocusKey(brand.key);
  }
  const known = new Set(competitors.map(({ key }) => key));
  return (
    <>
      <ul className={styles['competitors']}>
        {competitors.map((brand, at) =>
          brand.isRemoved ? (
            <RemovedCompetitor
              key={brand.key}
              brand={brand}
              onKeep={() => {
                dispatch({ type: 'brand', key: brand.key, fields: { isRemoved: false } });
                setFocusKey(brand.key);
              }}
            />
          ) : (
            <Competitor
              key={brand.key}
              {...{ brand, errors, dispatch }}
              number={at + 1}
              words={wordsOf(brand.key)}
              onRemove={() => {
                dispatch({ type: 'removeCompetitor', key: brand.key });
                addButton.current?.focus();
              }}
            />
          ),
        )}
      </ul>
      <div>
        <Button ref={addButton} onClick={() => add(createBrand())}>
          <Plus size={16} aria-hidden="true" /> Add competitor
        </Button>
      </div>
      <Discovered
        brands={discovered.filter(({ id }) => !known.has(id))}
        onTrack={({ id, name }) => add(createBrand({ key: id, id, name }))}
      />
    </>
  );
}

/** Discovered brands shown before the user asks for the rest. */
const firstDiscovered = 5;

interface DiscoveredProps {
  brands: readonly DiscoveredBrand[];
  onTrack: (brand: DiscoveredBrand) => void;
}

/** Brands that the answers name and nobody has set up; one click makes one a competitor. */
function Discovered({ brands, onTrack }: DiscoveredProps) {
  const [isWhole, setWhole] = useState(false);
  if (brands.length === 0) return null;
  const shown = isWhole ? brands : brands.slice(0, firstDiscovered);
  return (
    <div className={styles['discovered']}>
      <h3>Also named in answers</h3>
      <ul>
        {shown.map((brand) => (
          <li key={brand.id}>
            <p>
              <bdi>{brand.name}</bdi> <span>{brand.occurrence}</span>
            </p>
            <Button onClick={() => onTrack(brand)}>
              Track<VisuallyHidden> {isolate(brand.name)} as a competitor</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < brands.length && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show all {brands.length}
        </Button>
      )}
    </div>
  );
}

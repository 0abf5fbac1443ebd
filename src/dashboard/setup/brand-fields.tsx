import { Plus } from 'lucide-react';
import { type Dispatch, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import type { DraftBrand } from './draft.ts';
import type { DraftAction } from './draft-reducer.ts';
import type { FieldErrors } from './draft-request.ts';
import { ListField } from './list-field.tsx';
import type { BrandWords } from './mention-words.ts';
import styles from './setup.module.css';
import { suggestSpellings, toDomain } from './suggestions.ts';
import { TextField } from './text-field.tsx';

interface BrandFieldsProps {
  brand: DraftBrand;
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
}

/** The domains of a brand. Of hosts that many share, the user confirms that all of it is the brand's. */
export function DomainsField({
  brand,
  errors,
  dispatch,
  hint = '',
}: BrandFieldsProps & { hint?: string }) {
  const { key, domains } = brand;
  const change = (fields: Partial<DraftBrand>) => dispatch({ type: 'brand', key, fields });
  const fault = errors.get(`${key}.wholeHosts`);
  const asked = domains.filter((domain) => fault?.includes(domain));
  const question = asked.length > 0 ? fault : undefined;
  const box = useRef<HTMLDivElement>(null);
  const confirm = () => {
    change({ wholeHosts: [...brand.wholeHosts, ...asked] });
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={box}>
      <ListField
        label="Domains"
        hint={hint}
        error={errors.get(`${key}.domains`) ?? question}
        values={domains}
        onValues={(values) => change({ domains: values })}
        separator={/[\s,;]+/}
        toValue={toDomain}
        refusal="Enter a domain such as example.com, or a part of one such as github.com/acme."
      />
      {question !== undefined && <Button onClick={confirm}>Yes, all of it</Button>}
    </div>
  );
}

interface SuggestedSpellingsProps {
  /** The brand's name. */
  name: string;
  spellings: readonly { spelling: string; occurrence?: string }[];
  onAdd: (spelling: string) => void;
}

/** Spellings that one click adds to a brand, each with where it occurs. */
export function SuggestedSpellings({ name, spellings, onAdd }: SuggestedSpellingsProps) {
  if (spellings.length === 0) return null;
  return (
    <ul className={styles['suggestions']} aria-label={`Suggested spellings of ${name}`}>
      {spellings.map(({ spelling, occurrence }) => (
        <li key={spelling}>
          <Button onClick={() => onAdd(spelling)} className={styles['suggestion']}>
            <Plus size={14} aria-hidden="true" /> <bdi>{spelling}</bdi>
          </Button>
          {occurrence !== undefined && <span>{occurrence}</span>}
        </li>
      ))}
    </ul>
  );
}

interface SpellingsProps extends BrandFieldsProps {
  words: BrandWords;
  /** Whether the field is focused when it appears. */
  isFocused?: boolean;
}

/** The spellings of a brand that count as a mention, with suggestions. */
export function Spellings(props: SpellingsProps) {
  const { brand, errors, dispatch, words, isFocused = false } = props;
  const { key, name, aliases, isNameCounted } = brand;
  const change = (fields: Partial<DraftBrand>) => dispatch({ type: 'brand', key, fields });
  const { nearMisses, suggestions } = suggestSpellings(brand, words.nearMisses);
  return (
    <div className={styles['spellings']}>
      <ListField
        label="Other spellings"
        hint="Answers that contain one of them mention the brand. Press Enter after each."
        error={errors.get(`${key}.aliases`)}
        values={aliases}
        onValues={(values) => change({ aliases: values })}
        separator={/[\n;]+/}
        isFocused={isFocused}
      />
      <SuggestedSpellings
        spellings={[...nearMisses, ...suggestions.map((spelling) => ({ spelling }))]}
        onAdd={(alias) => change({ aliases: [...aliases, alias] })}
        {...{ name }}
      />
      {(aliases.length > 0 || !isNameCounted) && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={isNameCounted}
            onChange={({ currentTarget }) => change({ isNameCounted: currentTarget.checked })}
          />
          <span>
            The name itself counts. <small>Clear this if the name is an ordinary word.</small>
          </span>
        </label>
      )}
    </div>
  );
}

/** The fields of the brand that the site tracks. */
export function OwnBrand(props: SpellingsProps) {
  const { brand, errors, dispatch, words } = props;
  return (
    <>
      <TextField
        label="Brand name"
        hint={words.occurrence}
        error={errors.get(`${brand.key}.name`)}
        value={brand.name}
        onText={(name) => dispatch({ type: 'brand', key: brand.key, fields: { name } })}
      />
      <DomainsField
        {...{ brand, errors, dispatch }}
        hint="Citations of these domains count as the brand’s own."
      />
      <Spellings {...props} />
    </>
  );
}

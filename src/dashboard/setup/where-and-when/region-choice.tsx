import { regionLabel } from '../../../contract/region-label.ts';
import { ListField } from '../list-field.tsx';
import { findRegion, listRegions } from './regions.ts';
import styles from './where-and-when.module.css';

interface RegionChoiceProps {
  /** Country codes with or without an area; `ZZ` for no location. */
  regions: readonly string[];
  error: string | undefined;
  onChoose: (regions: readonly string[]) => void;
}

/** From which countries and areas questions are asked, and whether also without a location. */
export function RegionChoice({ regions, error, onChoose }: RegionChoiceProps) {
  const countries = regions.filter((code) => code !== 'ZZ');
  const hasNone = regions.includes('ZZ');
  const none = hasNone ? ['ZZ'] : [];
  const codeOf = (name: string) =>
    countries.find((code) => regionLabel(code) === name) ?? findRegion(name);
  return (
    <div className={styles['group']}>
      <ListField
        label="Regions"
        hint="Countries, or areas such as US:California. The location is sent with each question, and never written into it."
        error={error}
        values={countries.map((code) => regionLabel(code))}
        onValues={(names) => onChoose([...names.flatMap((name) => codeOf(name) ?? []), ...none])}
        separator={/[,;\n]+/}
        toValue={(text) => {
          const code = findRegion(text);
          return code === null || code === 'ZZ' ? null : regionLabel(code);
        }}
        refusal="Enter a country, such as Germany or DE."
        suggestions={listRegions()}
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={hasNone}
          onChange={({ currentTarget }) =>
            onChoose([...countries, ...(currentTarget.checked ? ['ZZ'] : [])])
          }
        />
        <span>Also ask without a location</span>
      </label>
    </div>
  );
}

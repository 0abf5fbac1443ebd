import { regionLabel } from '../../contract/region-label.ts';
import { ListField } from './list-field.tsx';
import { findRegion, listRegions } from './regions.ts';
import styles from './where-and-when.module.css';

interface RegionChoiceProps {
  /** Country codes; `ZZ` for no location. */
  regions: readonly string[];
  error: string | undefined;
  onChoose: (regions: readonly string[]) => void;
}

/** From which countries questions are asked, and whether also without a location. */
export function RegionChoice({ regions, error, onChoose }: RegionChoiceProps) {
  const countries = regions.filter((code) => code !== 'ZZ');
  const hasNone = regions.includes('ZZ');
  const none = hasNone ? ['ZZ'] : [];
  return (
    <div className={styles['group']}>
      <ListField
        label="Regions"
        hint="Names or codes of countries. The location is sent with each question, and never written into it."
        error={error}
        values={countries.map((code) => regionLabel(code))}
        onValues={(names) =>
          onChoose([...names.flatMap((name) => findRegion(name) ?? []), ...none])
        }
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

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Brand } from '../../../contract/resources.ts';
import { ApiError } from '../../api/errors.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { Button } from '../../ui/button.tsx';
import type { TimelineSearch } from '../question/search.ts';
import styles from './bar.module.css';

interface BrandSelectProps {
  siteId: string;
  search: TimelineSearch;
  /** The brand of the report that answers this search; null while none does, or where there is no brand. */
  shownBrand: Brand | null;
  onSearch: (search: TimelineSearch) => void;
}

/** The brand that a report describes unless asked for another, once a report has said which. */
function useTrackedBrand({ siteId, search, shownBrand }: BrandSelectProps): Brand | null {
  const [known, setKnown] = useState<{ siteId: string; brand: Brand } | null>(null);
  const isTracked = search.brandId === null || search.groupBy === 'brand';
  const isNew = known?.siteId !== siteId || known.brand.id !== shownBrand?.id;
  if (isTracked && shownBrand !== null && isNew) setKnown({ siteId, brand: shownBrand });
  return known?.siteId === siteId ? known.brand : null;
}

/** Under platform and region: which brand the series describe, of those the site tracks. */
export function BrandSelect(props: BrandSelectProps) {
  const { siteId, search, shownBrand, onSearch } = props;
  const isOffered = search.groupBy !== 'brand';
  const { data, error, refetch } = useQuery({ ...filtersQuery(siteId), enabled: isOffered });
  const tracked = useTrackedBrand(props);
  const id = useId();
  if (!isOffered) return null;
  // Of a site that is missing, the page says so once.
  const isFailed = error !== null && !(error instanceof ApiError && error.kind === 'notFound');

  const isSame = (one: string, other: string | undefined) =>
    one.toLowerCase() === other?.toLowerCase();
  const others = (data?.brands ?? []).filter((brand) => !isSame(brand.id, tracked?.id));
  const asked = search.brandId;
  const isDefault = asked === null || isSame(asked, tracked?.id);
  const listed = isDefault ? undefined : others.find((brand) => isSame(brand.id, asked));
  const strangerName = asked !== null && isSame(asked, shownBrand?.id) ? shownBrand?.name : null;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        Brand
      </label>
      <select
        id={id}
        className={styles['input']}
        value={isDefault ? '' : (listed?.id ?? asked)}
        onChange={(event) => onSearch({ ...search, brandId: event.currentTarget.value || null })}
      >
        <option value="">{tracked ? `${tracked.name ?? tracked.id} (tracked)` : 'Tracked'}</option>
        {others.map((brand) => (
          <option key={brand.id} value={brand.id}>
            {brand.label ?? brand.id}
          </option>
        ))}
        {!isDefault && !listed && (
          <option value={asked}>
            {strangerName ?? asked}
            {data && ' (not listed)'}
          </option>
        )}
      </select>
      {isFailed && (
        <p className={styles['fault']} role="alert">
          Other brands could not be loaded.{' '}
          <Button look="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { isSameId } from '../../../contract/fields.ts';
import type { Brand } from '../../../contract/resources.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { isNotFound } from '../../api/errors.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useShown } from '../../api/use-shown.ts';
import { Button } from '../../ui/button.tsx';
import { useSite } from '../../use-site.ts';
import type { TimelineSearch } from '../search/search.ts';
import styles from './bar.module.css';

interface BrandSelectProps {
  search: TimelineSearch;
  /** The brand of the report for this search; null while the report is loading, or if it has none. */
  shownBrand: Brand | null;
  onSearch: (search: TimelineSearch) => void;
}

/** The site's tracked brand, which reports describe by default; null until a report has named it. */
function useTrackedBrand({ search, shownBrand }: BrandSelectProps): Brand | null {
  const { siteId } = useSite();
  const isTracked = search.brandId === null || search.groupBy === 'brand';
  const tracked = isTracked ? shownBrand : null;
  return useShown(['tracked brand', siteId, tracked], tracked ?? undefined) ?? null;
}

/** Chooses the brand that the series describe. Renders nothing if the report is by brand. */
export function BrandSelect(props: BrandSelectProps) {
  const { siteId } = useSite();
  const { search, shownBrand, onSearch } = props;
  const isOffered = search.groupBy !== 'brand';
  const { data, error, refetch } = useQuery({ ...filtersQuery(siteId), enabled: isOffered });
  const trackedBrand = useTrackedBrand(props);
  const id = useId();
  if (!isOffered) return null;
  // The page itself shows that a site is missing.
  const hasFailed = error !== null && !isNotFound(error);

  const otherBrands = (data?.brands ?? []).filter(({ id }) => !isSameId(id, trackedBrand?.id));
  const requestedId = search.brandId;
  const isDefault = requestedId === null || isSameId(requestedId, trackedBrand?.id);
  const listedBrand = isDefault
    ? undefined
    : otherBrands.find((brand) => isSameId(brand.id, requestedId));
  const unlistedName = isSameId(requestedId, shownBrand?.id) ? shownBrand?.name : null;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        Brand
      </label>
      <select
        id={id}
        className={`${styles['input']} ${styles['brand']}`}
        value={isDefault ? '' : (listedBrand?.id ?? requestedId)}
        onChange={(event) => onSearch({ ...search, brandId: event.currentTarget.value || null })}
      >
        <option value="">
          {trackedBrand ? `${isolate(trackedBrand.name ?? trackedBrand.id)} (tracked)` : 'Tracked'}
        </option>
        {otherBrands.map((brand) => (
          <option key={brand.id} value={brand.id}>
            {brand.label ?? brand.id}
          </option>
        ))}
        {!isDefault && !listedBrand && (
          <option value={requestedId}>
            {unlistedName ?? requestedId}
            {data && ' (not listed)'}
          </option>
        )}
      </select>
      {hasFailed && (
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

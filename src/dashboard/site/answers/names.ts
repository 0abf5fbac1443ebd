import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Brand } from '../../../contract/resources.ts';
import { siteByIdQuery } from '../../api/sightline/site-query.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';

/** What a brand is to the site: its tracked brand, a competitor that it follows, or any other brand. */
type BrandKind = 'tracked' | 'competitor' | 'other';

export interface NamedBrand {
  /** In lower case. */
  id: string;
  name: string;
  /** Null for a listed brand while it is unknown which brand is tracked. */
  kind: BrandKind | null;
}

/** Names for the IDs in answers. */
export interface Names {
  /** Null if the site has no tracked brand, and until it is known. */
  trackedBrand: NamedBrand | null;
  /** Whether brands are still loading. */
  isLoading: boolean;
  /** Every known brand, the tracked one first. */
  brands: readonly NamedBrand[];
  brandOf: (id: string) => NamedBrand;
  platformOf: (id: string | null) => string;
  regionOf: (code: string | null) => string;
}

const kindByRole = new Map<string | null, BrandKind>([
  ['tracked', 'tracked'],
  ['competitor', 'competitor'],
]);
const kindOrder: readonly NamedBrand['kind'][] = ['tracked', 'competitor', null, 'other'];

/**
 * Looks up the names for the IDs in a site's answers.
 * @param tracked the tracked brand from the site's report, for services that do not list brands; null if the site has
 *   no tracked brand, undefined until a report has loaded
 * @param isReportLoading whether that report is loading
 */
export function useNames(tracked: Brand | null | undefined, isReportLoading: boolean): Names {
  const { siteId } = useSite();
  const hasSites = useCapability('sites');
  const { data: options, isLoading: areOptionsLoading } = useQuery(filtersQuery(siteId));
  const siteQuery = siteByIdQuery(siteId);
  const { data: site, isLoading: isSiteLoading } = useQuery(
    hasSites ? siteQuery : { ...siteQuery, queryFn: skipToken },
  );
  const isReportNeeded = site === undefined && isReportLoading;
  const isLoading = areOptionsLoading || isSiteLoading || isReportNeeded;
  return useMemo(() => {
    const brands = new Map<string, NamedBrand>();
    const add = (originalId: string, name: string | null, kind: NamedBrand['kind']) => {
      const id = originalId.toLowerCase();
      const knownBrand = brands.get(id);
      if (knownBrand === undefined) brands.set(id, { id, name: name || originalId, kind });
    };
    for (const { id, name, role } of site?.brands ?? [])
      add(id, name, kindByRole.get(role) ?? 'other');
    if (tracked) add(tracked.id, tracked.name, 'tracked');
    // The filter options list the tracked brand and the competitors that the site follows.
    const isTrackedKnown = site !== undefined || tracked !== undefined;
    for (const { id, label } of options?.brands ?? []) {
      add(id, label, isTrackedKnown ? 'competitor' : null);
    }
    const sortedBrands = [...brands.values()].sort(
      (a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
    );
    const platforms = new Map(options?.models.map(({ id, name }) => [id, name || id]));
    const regions = new Map(options?.regions.map(({ code, label }) => [code, label || code]));
    return {
      trackedBrand: sortedBrands.find(({ kind }) => kind === 'tracked') ?? null,
      isLoading,
      brands: sortedBrands,
      brandOf: (id) =>
        brands.get(id.toLowerCase()) ?? {
          id: id.toLowerCase(),
          name: 'Unlisted brand',
          kind: 'other',
        },
      platformOf: (id) => (id === null ? 'Unknown platform' : (platforms.get(id) ?? id)),
      regionOf: (code) => (code === null ? 'Unknown region' : (regions.get(code) ?? code)),
    };
  }, [site, tracked, options, isLoading]);
}

import { type EndpointName, endpointsBelow, everyEndpoint } from '../../contract/every-endpoint.ts';
import type { ShareFilter } from '../store/share-filter.ts';

/**
 * Whether an endpoint exists for a share or feed. For a feed, only the `feed` endpoint does. If a share includes the
 * matrix but neither the timeline nor the report, its requests to the `timeline` endpoint must group by platform or by
 * region, as the matrix does.
 */
export function isEndpointOpen(
  endpoint: EndpointName,
  shareFilter: ShareFilter,
  search: URLSearchParams,
): boolean {
  if (shareFilter.kind === 'feed') return endpoint === 'feed';
  const { shares } = everyEndpoint[endpoint];
  if (typeof shares === 'string') return shares === 'any';
  const sharedPages = shares.filter((page) => shareFilter.pages.includes(page));
  const isMatrixOnly = endpoint === 'timeline' && sharedPages.every((page) => page === 'matrix');
  if (!isMatrixOnly) return sharedPages.length > 0;
  return sharedPages.length > 0 && ['platform', 'region'].includes(search.get('groupBy') ?? '');
}

/** The capabilities whose endpoints all exist for a share. */
export const sharedCapabilitiesOf = (shareFilter: ShareFilter): string[] => {
  const missingCapabilities = new Set<string | null>();
  const allCapabilities = new Set<string>();
  for (const [name, { capability }] of endpointsBelow('/sightline/')) {
    if (capability !== null) allCapabilities.add(capability);
    if (!isEndpointOpen(name, shareFilter, new URLSearchParams()))
      missingCapabilities.add(capability);
  }
  return [...allCapabilities].filter((capability) => !missingCapabilities.has(capability));
};

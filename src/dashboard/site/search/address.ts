import { useSearch } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { type TimelineSearch, withOfferedGrouping } from './search.ts';
import { useListedRegions } from './use-listed-regions.ts';

/** What the address of a site's page says. */
interface Address {
  search: TimelineSearch;
  /** The names of the parameters that could not be read, wholly or in part. */
  dropped: readonly string[];
}

/** The address for what the service offers. Only for the layout of a site's pages, which passes it on as `AddressContext`. */
export function useReadAddress(): Address {
  const address = useSearch({ from: '/sites/$siteId', select: (search) => search.address });
  const { capabilities } = usePageSettings();
  const read = useMemo(() => {
    const { dropped, ...search } = withOfferedGrouping(address, capabilities);
    return { search, dropped };
  }, [address, capabilities]);
  const search = useListedRegions(read.search);
  return useMemo(() => ({ search, dropped: read.dropped }), [search, read]);
}

export const AddressContext = createContext<Address | null>(null);

/** The address of the current page of a site. */
export function useAddress(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('This component needs a page of a site around it.');
  return address;
}

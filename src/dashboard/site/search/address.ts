import { createContext, use, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { type SiteSearch, useSiteSearch } from '../../use-site.ts';
import { readSearch, type TimelineSearch } from './search.ts';
import { useListedRegions } from './use-listed-regions.ts';

/** What the address of a site's page says. */
interface Address {
  /** All parameters as text, for those that only one page has. */
  parameters: SiteSearch;
  search: TimelineSearch;
  /** The names of the parameters that could not be read, wholly or in part. */
  dropped: readonly string[];
}

/** Reads the address. Only for the layout of a site's pages, which passes it on as `AddressContext`. */
export function useReadAddress(): Address {
  const parameters = useSiteSearch();
  const { capabilities } = usePageSettings();
  const read = useMemo(() => {
    const { dropped, ...search } = readSearch(parameters, capabilities);
    return { search, dropped };
  }, [parameters, capabilities]);
  const search = useListedRegions(read.search);
  return useMemo(() => ({ parameters, search, dropped: read.dropped }), [parameters, search, read]);
}

export const AddressContext = createContext<Address | null>(null);

/** The address of the current page of a site. */
export function useAddress(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('This component needs a page of a site around it.');
  return address;
}

import type { Ledger } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';

/** The parts of a store that running scans needs. */
export interface CollectedStore extends Pick<Store, 'lookups' | 'beginImport'> {
  readonly ledger: Ledger;
}

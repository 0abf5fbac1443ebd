import type { KeyRecord } from '../store/records.ts';
import { type Store, StoreFull } from '../store/store.ts';

/**
 * Saves keys whose access has been restricted: keys, shares or feeds that are revoked, or whose sessions have ended. If
 * the disk is full, the restrictions apply in this process at once, and are saved when there is space.
 * @returns whether they are saved; if not, they are lost if the process ends before there is space.
 */
export async function restrictKeys(store: Store, keys: readonly KeyRecord[]): Promise<boolean> {
  try {
    await store.putKeys(...keys);
    return true;
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
    store.restrictInMemory(...keys);
    return false;
  }
}

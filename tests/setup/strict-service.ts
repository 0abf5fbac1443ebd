import { createService } from '../../src/service/app.ts';
import type { Service, ServiceOptions } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';

/** Creates a service that throws errors instead of only reporting them, and accepts no sample keys. */
export const createStrictService = (store: Store, more: Partial<ServiceOptions> = {}): Service =>
  createService({
    store,
    clock: () => 0,
    cursorSecret: new Uint8Array(32),
    mayUseSampleKeys: () => false,
    onError: ({ error }) => {
      throw error;
    },
    ...more,
  });

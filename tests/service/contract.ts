import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/store/store.ts';
import { type Asker, openAsker } from './asker.ts';
import { describeAccess } from './contract-access.ts';
import { describeAudit } from './contract-audit.ts';
import { describeFilters } from './contract-filters.ts';
import { describeKeys } from './contract-keys.ts';
import { describeLists } from './contract-lists.ts';
import { describeNotes } from './contract-notes.ts';
import { describeRecords } from './contract-records.ts';
import { describeTenancy } from './contract-tenancy.ts';
import { describeTimeline } from './contract-timeline.ts';
import { describeStoreTenancy } from './store-tenancy.ts';

/** What the seven endpoints promise, over whatever store; `openStore` gives an empty one. */
export function describeService(name: string, openStore: () => Promise<Store>): void {
  describe(`the service over ${name}`, () => {
    let opened: Asker | null = null;
    const asker = (): Asker => {
      if (!opened) throw new Error('The store is not open yet.');
      return opened;
    };
    beforeAll(async () => {
      opened = await openAsker(await openStore());
    });
    afterAll(async () => {
      await opened?.service.close();
      await opened?.store.close();
    });

    describeAccess(asker);
    describeKeys(asker);
    describeAudit(asker);
    describeLists(asker);
    describeRecords(asker);
    describeFilters(asker);
    describeNotes(asker);
    describeTimeline(asker);
    describeTenancy(asker);
    describeStoreTenancy(asker);

    test('nothing above failed on the service’s side', () => {
      expect(asker().failures).toEqual([]);
    });
  });
}

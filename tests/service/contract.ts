import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/store/store.ts';
import { describeAccess } from './contract-access.ts';
import { describeAudit } from './contract-audit.ts';
import { describeFilters } from './contract-filters.ts';
import { describeKeys } from './contract-keys.ts';
import { describeLists } from './contract-lists.ts';
import { describeNotes } from './contract-notes.ts';
import { describeRecords } from './contract-records.ts';
import { describeShares } from './contract-shares.ts';
import { describeSightline } from './contract-sightline.ts';
import { describeTenancy } from './contract-tenancy.ts';
import { describeTimeline } from './contract-timeline.ts';
import type { OpenEngine } from './many-notes.ts';
import { describeStoreTenancy } from './store-tenancy.ts';
import { openTestClient, type TestClient } from './test-client.ts';

/**
 * Tests the contract of all endpoints with a store.
 * @param openStore returns an empty store
 * @param openEngine null for a store without an engine
 */
export function describeService(
  name: string,
  openStore: () => Promise<Store>,
  openEngine: OpenEngine | null,
): void {
  describe(`the service with the store “${name}”`, () => {
    let opened: TestClient | null = null;
    const client = (): TestClient => {
      if (!opened) throw new Error('The store is not open yet.');
      return opened;
    };
    beforeAll(async () => {
      opened = await openTestClient(await openStore());
    });
    afterAll(async () => {
      await opened?.service.close();
      await opened?.store.close();
    });

    describeAccess(client);
    describeKeys(client);
    describeAudit(client);
    describeLists(client);
    describeRecords(client);
    describeFilters(client);
    describeNotes(client, openEngine);
    describeTimeline(client);
    describeSightline(client, openEngine);
    describeTenancy(client);
    describeStoreTenancy(client);
    describeShares(client);

    test('reported no failures', () => {
      expect(client().failures).toEqual([]);
    });
  });
}

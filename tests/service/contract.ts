import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/store/store.ts';
import { describeAccess } from './contract-access.ts';
import { describeAudit } from './contract-audit.ts';
import { describeFilters } from './contract-filters.ts';
import { describeKeys } from './contract-keys.ts';
import { describeLists } from './contract-lists.ts';
import { describeNotes } from './contract-notes.ts';
import { describePages } from './contract-pages.ts';
import { describeRecords } from './contract-records.ts';
import { describeRemoval } from './contract-removal.ts';
import { describeRunningScans, describeScanSettings } from './contract-scan-runs.ts';
import { describeSearches } from './contract-searches.ts';
import { describeSetup } from './contract-setup.ts';
import { describeSetupJobs } from './contract-setup-jobs.ts';
import { describeShares } from './contract-shares.ts';
import { describeSightline } from './contract-sightline.ts';
import { describeTeamNotes } from './contract-team-notes.ts';
import { describeTenancy } from './contract-tenancy.ts';
import { describeTimeline } from './contract-timeline.ts';
import type { OpenEngine } from './many-notes.ts';
import { describeStoreTenancy } from './store-tenancy.ts';
import { openTestClient, type TestClient } from './test-client.ts';

/** Opens a client of a service with an empty store, and passes it to tests, which must not report failures. */
function describeWith(
  name: string,
  openStore: () => Promise<Store>,
  describeTests: (client: () => TestClient) => void,
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

    describeTests(client);

    test('reported no failures', () => {
      expect(client().failures).toEqual([]);
    });
  });
}

/**
 * Tests the contract of all endpoints with a store, except what `describeServiceTenancy` tests.
 * @param openStore returns an empty store
 * @param openEngine null for a store without an engine
 */
export function describeService(
  name: string,
  openStore: () => Promise<Store>,
  openEngine: OpenEngine | null,
): void {
  describeWith(name, openStore, (client) => {
    describeAccess(client);
    describeKeys(client);
    describeAudit(client);
    describeLists(client);
    describeRecords(client);
    describeFilters(client);
    describeNotes(client, openEngine);
    describeTeamNotes(client, openEngine);
    describeTimeline(client);
    describeSightline(client, openEngine);
    describeShares(client);
    describeSetup(client);
    describeSetupJobs(client);
    describeScanSettings(client);
    describeRunningScans(client);
  });
}

/**
 * Tests what citations count for, with data that the tests import.
 * @param openStore returns an empty store
 */
export function describeServiceCitations(name: string, openStore: () => Promise<Store>): void {
  describeWith(name, openStore, describePages);
  describeWith(name, openStore, describeSearches);
}

/**
 * Tests the removal of records, which changes what the other tests read.
 * @param openStore returns an empty store
 */
export function describeServiceRemoval(name: string, openStore: () => Promise<Store>): void {
  describeWith(name, openStore, describeRemoval);
}

/**
 * Tests that a key reads its own tenant's data only, with every endpoint and every read of a store.
 * @param openStore returns an empty store
 * @param isExhaustive as for `describeTenancy`
 */
export function describeServiceTenancy(
  name: string,
  openStore: () => Promise<Store>,
  isExhaustive: boolean,
): void {
  describeWith(name, openStore, (client) => {
    describeTenancy(client, isExhaustive);
    describeStoreTenancy(client);
  });
}

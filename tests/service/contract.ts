import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/store/store.ts';
import { describeAccess } from './contract-access.ts';
import { describeAnswers } from './contract-answers.ts';
import { describeAudit } from './contract-audit.ts';
import { describeCounts } from './contract-counts.ts';
import { describeFilters } from './contract-filters.ts';
import { describeKeys } from './contract-keys.ts';
import { describeLists } from './contract-lists.ts';
import { describeMatrix } from './contract-matrix.ts';
import { describeMeasured } from './contract-measured.ts';
import { describeNotes } from './contract-notes.ts';
import { describePages } from './contract-pages.ts';
import { describePromptsReport } from './contract-prompts-report.ts';
import { describeRecords } from './contract-records.ts';
import { describeRemoval } from './contract-removal.ts';
import { describeRunningScans, describeScanSettings } from './contract-scan-runs.ts';
import { describeSearches } from './contract-searches.ts';
import { describeSetup } from './contract-setup.ts';
import { describeSetupJobs } from './contract-setup-jobs.ts';
import { describeShares } from './contract-shares.ts';
import { describeSightline } from './contract-sightline.ts';
import { describeSources } from './contract-sources.ts';
import { describeTeamNotes } from './contract-team-notes.ts';
import { describeTenancy } from './contract-tenancy.ts';
import { describeTimeline } from './contract-timeline.ts';
import type { OpenEngine } from './many-notes.ts';
import { loadSmallLedger } from './small-ledger.ts';
import { describeStoreTenancy } from './store-tenancy.ts';
import { openTestClient, type TestClient } from './test-client.ts';

/**
 * Opens a client of a service with an empty store, and passes it to tests, which must not report failures.
 * @param load adds to the small world
 */
function describeWith(
  name: string,
  openStore: () => Promise<Store>,
  describeTests: (client: () => TestClient) => void,
  load: (store: Store) => Promise<void> = async () => {},
): void {
  describe(`the service with the store “${name}”`, () => {
    let opened: TestClient | null = null;
    const client = (): TestClient => {
      if (!opened) throw new Error('The store is not open yet.');
      return opened;
    };
    beforeAll(async () => {
      opened = await openTestClient(await openStore());
      await load(opened.store);
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

/** The tests of figures, and of the answers that they count. */
function describeFigures(client: () => TestClient): void {
  describeFilters(client);
  describeTimeline(client);
  describeMeasured(client);
  describeCounts(client);
  describeMatrix(client);
  describeAnswers(client);
  describeSources(client);
  describePromptsReport(client);
}

/**
 * Tests figures with a store that has nothing but figures.
 * @param openStore returns an empty store
 */
export function describeServiceFigures(name: string, openStore: () => Promise<Store>): void {
  describeWith(name, openStore, describeFigures);
}

/**
 * Tests the contract of all endpoints with a store, except what `describeServiceTenancy` tests.
 * @param openStore returns an empty store
 */
export function describeService(
  name: string,
  openStore: () => Promise<Store>,
  openEngine: OpenEngine,
): void {
  const describeTests = (client: () => TestClient) => {
    describeAccess(client);
    describeKeys(client);
    describeAudit(client);
    describeLists(client);
    describeRecords(client);
    describeNotes(client, openEngine);
    describeTeamNotes(client, openEngine);
    describeFigures(client);
    describeSightline(client, openEngine);
    describeShares(client);
    describeSetup(client);
    describeSetupJobs(client);
    describeScanSettings(client);
    describeRunningScans(client);
  };
  describeWith(name, openStore, describeTests, loadSmallLedger);
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
  describeWith(name, openStore, describeRemoval, loadSmallLedger);
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
  const describeTests = (client: () => TestClient) => {
    describeTenancy(client, isExhaustive);
    describeStoreTenancy(client);
  };
  describeWith(name, openStore, describeTests, loadSmallLedger);
}

import * as v from 'valibot';
import { type ScannableSite, toScannableSite } from '../../ledger.ts';
import { AccountRecord, SiteRecord } from '../../records.ts';
import type { Engine } from '../engine/engine.ts';
import { selectNewestOfManySites } from '../engine/schema.ts';

const AccountRow = v.pick(AccountRecord, ['id', 'sample']);

/** Implements `Ledger.scannableSites`. */
export async function readScannableSites(
  engine: Engine,
  version: number,
  accountId?: string,
): Promise<readonly ScannableSite[]> {
  const ofAccount = accountId === undefined ? 'true' : 'accountId = {account:UUID}';
  const params = { version, ...(accountId !== undefined && { account: accountId }) };
  const [sites, accounts] = await Promise.all([
    engine.rows(
      SiteRecord,
      `SELECT * FROM ${selectNewestOfManySites('sites', ofAccount)} WHERE active AND collection != ''`,
      params,
    ),
    engine.rows(
      AccountRow,
      `SELECT id, sample FROM ${selectNewestOfManySites('accounts', 'true')}`,
      { version },
    ),
  ]);
  const sampleOf = new Map(accounts.map(({ id, sample }) => [id, sample]));
  return sites.flatMap(
    (site) => toScannableSite(site, sampleOf.get(site.accountId) ?? false) ?? [],
  );
}

import type { LedgerScan } from '../store/ledger.ts';
import type { Store, Tenant } from '../store/store.ts';

/** How many skipped scans may be newer than the newest one that was asked. */
const maxNewerSkipped = 50;

/** The newest scan of a site, skipped ones apart; null if there is none. */
export async function readNewestScan(
  { ledger }: Pick<Store, 'ledger'>,
  tenant: Tenant,
  siteId: string,
): Promise<LedgerScan | null> {
  const page = { after: null, limit: maxNewerSkipped + 1 };
  const scans = await ledger.scans(tenant, siteId, page);
  return scans.find(({ step }) => step !== 'skipped') ?? null;
}

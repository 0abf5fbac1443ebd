import type { AccountKind } from '../records/account.ts';
import type { Store, Tenant } from '../store/store.ts';

/** The kind of a tenant's account; null if the account is unknown. */
export async function readAccountKind(
  { lookups }: Store,
  { accountId }: Tenant,
): Promise<AccountKind | null> {
  const accounts = await lookups.accounts();
  return accounts.find(({ id }) => id === accountId)?.kind ?? null;
}

import { isUuid } from '../../contract/fields.ts';
import type { AccountRecord } from '../../service/store/records.ts';
import type { Store } from '../../service/store/store.ts';
import { toPrintable } from '../printable.ts';
import { AdministrationError } from './administration-error.ts';

/**
 * Returns the ID of the only account that is not sample data.
 * @throws AdministrationError if there is no such account, or several.
 */
function requireOnlyAccount(accounts: readonly AccountRecord[]): string {
  const [first, ...others] = accounts.filter((account) => !account.sample);
  if (!first) {
    throw new AdministrationError(
      'There is no account yet. Create one together with the key (--new-account NAME), or import your data first (npm run import -- FILE). The format is in docs/import.md.',
    );
  }
  if (others.length === 0) return first.id;
  const lines = [first, ...others].map(
    ({ id, name, kind }) => `  ${id}  ${toPrintable(name)} (${kind})`,
  );
  throw new AdministrationError(
    `There are several accounts. Choose one for the key with --account ID:\n${lines.join('\n')}`,
  );
}

/**
 * Determines the account of a new key: the given account, otherwise the client's, otherwise the only account that is
 * not sample data.
 * @throws AdministrationError for an unknown or mismatched account or client, for sample data, or if both are null and
 * there is not exactly one account other than sample data.
 */
export async function resolveAccount(
  store: Pick<Store, 'lookups'>,
  { account, client }: { account: string | null; client: string | null },
): Promise<string> {
  const accounts = await store.lookups.accounts();
  const isId = client !== null && isUuid(client);
  const [clientRecord] = isId ? await store.lookups.clients([client]) : [];
  if (client !== null && !clientRecord)
    throw new AdministrationError(`No client has the ID ${client}.`);
  if (clientRecord && account !== null && account !== clientRecord.accountId) {
    throw new AdministrationError(`Client ${client} does not belong to account ${account}.`);
  }
  const id = account ?? clientRecord?.accountId ?? requireOnlyAccount(accounts);
  const accountRecord = accounts.find((candidate) => candidate.id === id);
  if (!accountRecord) throw new AdministrationError(`No account has the ID ${id}.`);
  if (accountRecord.sample) {
    throw new AdministrationError(
      'That account is sample data, which only the sample keys can read.',
    );
  }
  return id;
}

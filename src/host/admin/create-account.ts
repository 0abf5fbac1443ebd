import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { maxNameLength } from '../../contract/fields.ts';
import { findTextFault } from '../../contract/visible-text.ts';
import { importMeasurements } from '../../service/import/import.ts';
import { recordInput } from '../../service/import/input.ts';
import { accountKinds } from '../../service/records/account.ts';
import type { ImportTarget } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';

export const NewAccount = v.object({ name: v.string(), kind: v.picklist(accountKinds) });
export type NewAccount = v.InferOutput<typeof NewAccount>;

/** @throws AdministrationError for a name that an account cannot have. */
export function checkAccountName(name: string): void {
  const fault =
    name.length > maxNameLength
      ? `must have at most ${maxNameLength} characters`
      : findTextFault(name);
  if (fault !== null) throw new AdministrationError(`The name of an account ${fault}.`);
}

/**
 * Creates an account without clients and sites, with an import that contains only that account.
 * @param account with a name that `checkAccountName` accepts.
 * @returns the account's ID
 */
export async function createAccount(
  store: ImportTarget,
  { name, kind }: NewAccount,
): Promise<string> {
  const id = randomUUID();
  const record = { type: 'account', id, name, kind };
  await importMeasurements(store, recordInput('The new account', [record]));
  return id;
}

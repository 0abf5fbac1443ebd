import type * as v from 'valibot';
import { pathTo } from '../../contract/every-endpoint.ts';
import { type ParameterFault, readQuery } from '../../contract/parameters.ts';
import { scansScope } from '../../contract/scopes.ts';
import { deletionParameters } from '../../contract/sightline/parameters.ts';
import { maxSchedules, type ScanSettings } from '../../contract/sightline/scans.ts';
import {
  maxSetupBytes,
  maxSetupContentBytes,
  maxSitesPerAccount,
} from '../../contract/sightline/setup.ts';
import type { Access } from '../access/access.ts';
import type { Change } from '../setup/setup-jobs.ts';
import {
  type EntryFault,
  exceedsSize,
  hasSameScanSettings,
  type PlannedChange,
} from '../setup/setup-records.ts';
import type { StoredSetup } from '../setup/stored-setup.ts';
import { recordReaders } from '../store/record-readers.ts';
import type { Store } from '../store/store.ts';
import { createJsonBodyReader, decodeBody } from './json-body.ts';
import {
  createAlreadyExistsProblem,
  createInvalidFieldsProblem,
  createInvalidParametersProblem,
  createMissingScopeProblem,
  createTooManyRecordsProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import { type RouteContext, type RouteOptions, searchOf } from './route.ts';

/** @throws ProblemError if there are any faults. */
export function refuseFaults(faults: readonly ParameterFault[]): void {
  if (faults.length > 0) throw createInvalidFieldsProblem(faults);
}

/**
 * Refuses an entry that does not fit the stored ones of its list.
 * @param index its place among them; the faults of others are ignored.
 * @throws ProblemError if it has faults; they name fields of the body.
 */
export const refuseEntry = (index: number, faults: readonly EntryFault[]): void =>
  refuseFaults(
    faults
      .filter((fault) => fault.index === index)
      .map(({ field, message }) => ({ parameter: field, message })),
  );

/**
 * @param chosen IDs that a caller chose for new records; null where it left that to the service.
 * @throws ProblemError if a record of any kind has or had any of the IDs, with a problem that does not depend on whose
 * it is or was.
 */
export async function refuseUsedIds(
  { lookups }: Pick<Store, 'lookups'>,
  chosen: readonly (string | null)[],
): Promise<void> {
  const ids = chosen.filter((id) => id !== null);
  const former = await lookups.formerOwners(ids);
  const stored = await Promise.all(Object.values(recordReaders(lookups)).map((read) => read(ids)));
  const used = new Set([...stored.flat(), ...former].map(({ id }) => id));
  if (used.size > 0) throw createAlreadyExistsProblem(ids.filter((id) => used.has(id)));
}

/**
 * @param stored null for a new site.
 * @returns the change.
 * @throws ProblemError if it makes the set-up of a site too large.
 */
export async function refuseTooLarge<C extends PlannedChange>(
  change: C,
  stored: StoredSetup | null,
): Promise<C> {
  if (!(await exceedsSize(change.records, stored))) return change;
  const limit = `The brands and questions of a site can have at most ${maxSetupContentBytes / 1024 ** 2} MiB as JSON.`;
  throw createTooManyRecordsProblem(limit);
}

/** @throws ProblemError if the account has as many sites as it can have. */
export async function refuseSurplusSite(
  { lookups }: Pick<Store, 'lookups'>,
  { accountId }: { accountId: string },
): Promise<void> {
  if ((await lookups.sitesOfAccounts([accountId])).length < maxSitesPerAccount) return;
  const limit = `An account can have at most ${maxSitesPerAccount.toLocaleString('en')} sites, archived ones included.`;
  throw createTooManyRecordsProblem(limit);
}

/**
 * @param stored what is stored of the site; null for a new one.
 * @throws ProblemError if the key may not change where and when questions are asked, or if the store would have too
 * many schedules.
 */
export async function checkScanSettings(
  { ledger }: Pick<Store, 'ledger'>,
  access: Pick<Access, 'scopes'>,
  collection: ScanSettings | null,
  stored: StoredSetup | null,
): Promise<void> {
  if (collection === null || (stored && hasSameScanSettings({ collection }, stored))) return;
  if (!access.scopes.includes(scansScope)) throw createMissingScopeProblem(scansScope);
  if (collection.schedule === null || stored?.site.collection?.schedule) return;
  const sites = await ledger.scannableSites();
  if (sites.filter(({ settings }) => settings.schedule !== null).length >= maxSchedules) {
    const limit = `At most ${maxSchedules.toLocaleString('en')} sites can have a schedule.`;
    throw createTooManyRecordsProblem(limit);
  }
}

const readBody = createJsonBodyReader('A set-up', maxSetupBytes);

/** The decoded body of a request that changes a set-up. @throws ProblemError if it is invalid */
export async function readChange<S extends v.GenericSchema>(
  schema: S,
  context: RouteContext,
): Promise<v.InferOutput<S>> {
  return decodeBody(schema, await readBody(context));
}

/** The name that confirms a deletion. @throws ProblemError if the request has none */
export function readConfirmedName(context: RouteContext): { isNameOf: (name: string) => boolean } {
  const { query, faults } = readQuery(deletionParameters, searchOf(context));
  const { name } = query;
  if (name === null || faults.length > 0) throw createInvalidParametersProblem(faults);
  return { isNameOf: (stored) => stored.trim() === name.trim() };
}

/**
 * Carries out a change, if the request's key still grants access once it is written.
 * @param respond creates the response once the change is stored.
 * @returns that response, or the 202 of a change that goes on in the background.
 * @throws ProblemError, FieldsRefused or TooManyJobs if the change is refused.
 */
export async function carryOut(
  { jobs }: Pick<RouteOptions, 'jobs'>,
  context: RouteContext,
  change: Omit<Change, 'tenant' | 'requireAccess' | 'onWrite' | 'lateness'>,
  respond: () => Promise<Response>,
): Promise<Response> {
  const { tenant } = context.get('access');
  const isAccepted = context.get('isAccepted');
  const requireAccess = async () => {
    if (!(await isAccepted())) throw createUnauthenticatedProblem();
  };
  const { end: onWrite, lateness } = context.get('change');
  const job = await jobs.run({ ...change, tenant, requireAccess, onWrite, lateness });
  if (job === null) return respond();
  return context.json(job, 202, { Location: pathTo('setupJob', { jobId: job.id }) });
}

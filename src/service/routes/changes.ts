import * as v from 'valibot';
import { type ParameterFault, readQuery } from '../../contract/parameters.ts';
import { Problem } from '../../contract/problem.ts';
import { deletionParameters } from '../../contract/sightline/parameters.ts';
import { maxSchedules, type ScanSettings, scansScope } from '../../contract/sightline/scans.ts';
import {
  maxSetupBytes,
  maxSetupContentBytes,
  maxSitesPerAccount,
  setupScope,
} from '../../contract/sightline/setup.ts';
import { setupPathTo } from '../../contract/sightline/setup-endpoints.ts';
import type { Access } from '../access/access.ts';
import { type Change, FieldsRefused, TooManyJobs } from '../setup/setup-jobs.ts';
import {
  type EntryFault,
  exceedsSize,
  hasSameScanSettings,
  type PlannedChange,
} from '../setup/setup-records.ts';
import type { StoredSetup } from '../setup/stored-setup.ts';
import { recordReaders } from '../store/record-readers.ts';
import type { Store } from '../store/store.ts';
import { createFailureResponse } from './failures.ts';
import { createJsonBodyReader, decodeBody } from './json-body.ts';
import {
  createAlreadyExistsProblem,
  createInvalidFieldsProblem,
  createInvalidParametersProblem,
  createMissingScopeProblem,
  createTooManyJobsProblem,
  createTooManyRecordsProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import { type RouteContext, type RouteOptions, searchOf } from './route.ts';

/** Thrown by the plan of a change that is not possible. */
export class ChangeRefused extends Error {
  override name = 'ChangeRefused';
  readonly problem: Response;
  constructor(problem: Response) {
    super('The change is not possible.');
    this.problem = problem;
  }
}

/** @throws ChangeRefused if there are any faults. */
export function refuseFaults(faults: readonly ParameterFault[]): void {
  if (faults.length > 0) throw new ChangeRefused(createInvalidFieldsProblem(faults));
}

/**
 * Refuses an entry that does not fit the stored ones of its list.
 * @param index its place among them; the faults of others are ignored.
 * @throws ChangeRefused if it has faults; they name fields of the body.
 */
export const refuseEntry = (index: number, faults: readonly EntryFault[]): void =>
  refuseFaults(
    faults
      .filter((fault) => fault.index === index)
      .map(({ field, message }) => ({ parameter: field, message })),
  );

/**
 * @param chosen IDs that a caller chose for new records; null where it left that to the service.
 * @throws ChangeRefused if a record of any kind has or had any of the IDs, with a problem that does not depend on whose
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
  if (used.size > 0)
    throw new ChangeRefused(createAlreadyExistsProblem(ids.filter((id) => used.has(id))));
}

/**
 * @param stored null for a new site.
 * @returns the change.
 * @throws ChangeRefused if it makes the set-up of a site too large.
 */
export async function refuseTooLarge<C extends PlannedChange>(
  change: C,
  stored: StoredSetup | null,
): Promise<C> {
  if (!(await exceedsSize(change.records, stored))) return change;
  const limit = `The brands and questions of a site can have at most ${maxSetupContentBytes / 1024 ** 2} MiB as JSON.`;
  throw new ChangeRefused(createTooManyRecordsProblem(limit));
}

function problemOf(error: unknown): Response | null {
  if (error instanceof ChangeRefused) return error.problem;
  if (error instanceof FieldsRefused) return createInvalidFieldsProblem(error.faults);
  return error instanceof TooManyJobs ? createTooManyJobsProblem() : null;
}

/** Whether an error says that a change is not possible, instead of that something failed. */
export const isRefusal = (error: unknown): boolean => problemOf(error) !== null;

/** Why a change was not possible, for the user. */
export async function describeFailure(error: unknown): Promise<string> {
  const problem = problemOf(error) ?? createFailureResponse(error);
  return v.parse(Problem, await problem.json()).detail;
}

/** The 403 for a key that may not change set-ups; null if it may. */
export const findScopeProblem = (context: RouteContext): Response | null =>
  context.get('access').scopes.includes(setupScope) ? null : createMissingScopeProblem(setupScope);

/** @throws ChangeRefused if the account has as many sites as it can have. */
export async function refuseSurplusSite(
  { lookups }: Pick<Store, 'lookups'>,
  { accountId }: { accountId: string },
): Promise<void> {
  if ((await lookups.sitesOfAccounts([accountId])).length < maxSitesPerAccount) return;
  const limit = `An account can have at most ${maxSitesPerAccount.toLocaleString('en')} sites, archived ones included.`;
  throw new ChangeRefused(createTooManyRecordsProblem(limit));
}

/**
 * @param stored what is stored of the site; null for a new one.
 * @throws ChangeRefused if the key may not change where and when questions are asked, or if the store would have too
 * many schedules.
 */
export async function checkScanSettings(
  { ledger }: Pick<Store, 'ledger'>,
  access: Pick<Access, 'scopes'>,
  collection: ScanSettings | null,
  stored: StoredSetup | null,
): Promise<void> {
  if (collection === null || (stored && hasSameScanSettings({ collection }, stored))) return;
  if (!access.scopes.includes(scansScope))
    throw new ChangeRefused(createMissingScopeProblem(scansScope));
  if (collection.schedule === null || stored?.site.collection?.schedule) return;
  const sites = await ledger.scannableSites();
  if (sites.filter(({ settings }) => settings.schedule !== null).length >= maxSchedules) {
    const limit = `At most ${maxSchedules.toLocaleString('en')} sites can have a schedule.`;
    throw new ChangeRefused(createTooManyRecordsProblem(limit));
  }
}

const readBody = createJsonBodyReader('A set-up', maxSetupBytes);

/** The decoded body of a request that changes a set-up, or the error response. */
export async function readChange<S extends v.GenericSchema>(
  schema: S,
  context: RouteContext,
): Promise<v.InferOutput<S> | Response> {
  const problem = findScopeProblem(context);
  if (problem) return problem;
  const body = await readBody(context);
  return body instanceof Response ? body : decodeBody(schema, body.value);
}

/** The name that confirms a deletion, or the response to a request without it or with a key that may not delete. */
export function readConfirmedName(
  context: RouteContext,
): { isNameOf: (name: string) => boolean } | Response {
  const problem = findScopeProblem(context);
  if (problem) return problem;
  const { query, faults } = readQuery(deletionParameters, searchOf(context));
  const { name } = query;
  if (name === null || faults.length > 0) return createInvalidParametersProblem(faults);
  return { isNameOf: (stored) => stored.trim() === name.trim() };
}

/**
 * Carries out a change, if the request's key still grants access once it is written.
 * @param respond creates the response once the change is stored.
 * @returns that response, the 202 of a change that goes on in the background, or the response of what refused it.
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
    if (!(await isAccepted())) throw new ChangeRefused(createUnauthenticatedProblem());
  };
  try {
    const { end: onWrite, lateness } = context.get('change');
    const job = await jobs.run({ ...change, tenant, requireAccess, onWrite, lateness });
    if (job === null) return await respond();
    return context.json(job, 202, { Location: setupPathTo('setupJob', { jobId: job.id }) });
  } catch (error) {
    const problem = problemOf(error);
    if (problem) return problem;
    throw error;
  }
}

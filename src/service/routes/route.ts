import type { Context } from 'hono';
import type { EndpointName } from '../../contract/every-endpoint.ts';
import { isUuid } from '../../contract/fields.ts';
import type { Access } from '../access/access.ts';
import type { AuditRecorder } from '../access/audit-recorder.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { PassphraseHasher } from '../limits/passphrase-hasher.ts';
import type { ReportCache } from '../reports/report-cache.ts';
import type { Caller, ServiceOptions } from '../service.ts';
import type { SetupJobs } from '../setup/setup-jobs.ts';
import type { StoredSetups } from '../setup/stored-setup.ts';
import type { SiteRecord } from '../store/records.ts';
import type { Store, Tenant } from '../store/store.ts';
import type { QuestionLanguages } from '../texts/question-languages.ts';
import type { TextThread } from '../texts/text-thread.ts';
import type { ProblemError } from './problem-error.ts';
import { createNotFoundProblem } from './problems.ts';

/** What Hono's context contains in every route. */
export interface RouteEnv {
  Bindings: { caller: Caller };
  Variables: {
    /** The endpoint that the request is for; absent if there is none. */
    endpoint: EndpointName | undefined;
    access: Access;
    /** Whether the request's key still grants access. */
    isAccepted: () => Promise<boolean>;
    /** The end of a change's slot, and what aborts once the change has taken so long that it goes on in the background. */
    change: { end: () => void; lateness: AbortSignal };
  };
}
export type RouteContext = Context<RouteEnv>;

/** Queues of calls, separate so that light calls never wait for reports or for changes. */
export interface Queues {
  /** For calls that may read many rows. */
  reports: FairQueue;
  /** For calls that change set-ups, until they write; each may take a second of the thread's time, in short stretches. */
  changes: FairQueue;
  /** For other calls; discovery never waits. */
  light: FairQueue;
}

/** What a route needs. */
export interface RouteOptions extends ServiceOptions {
  /** Reports that change only with the data version. */
  cache: ReportCache;
  queues: Queues;
  jobs: SetupJobs;
  texts: TextThread;
  languages: QuestionLanguages;
  setups: StoredSetups;
  audit: AuditRecorder;
  passphrases: PassphraseHasher;
}

/** Creates the handler of one endpoint, for requests whose key has been accepted. */
export type Route = (options: RouteOptions) => (context: RouteContext) => Promise<Response>;

/** A path parameter as a lowercase UUID; null if it is not a UUID, which is treated like an unknown ID. */
export function readPathId(context: RouteContext, name: string): string | null {
  const id = context.req.param(name) ?? '';
  return isUuid(id) ? id.toLowerCase() : null;
}

/** The site in the path; null if the key's tenant has no such site. */
export async function findSite(store: Store, context: RouteContext): Promise<SiteRecord | null> {
  const id = readPathId(context, 'siteId');
  const details = id === null ? null : await store.site(context.get('access').tenant, id);
  return details?.site ?? null;
}

/** Every query parameter of the request, including unknown and repeated ones. */
export const searchOf = (context: RouteContext) => new URL(context.req.url).searchParams;

/** The 404 for a missing part of a site, or for the site if that is missing too. */
export async function createNotFoundInSiteProblem(
  store: Store,
  tenant: Tenant,
  siteId: string | null,
  part: 'prompt' | 'scan' | 'answer' | 'recommendation' | 'note',
): Promise<ProblemError> {
  const details = siteId === null ? null : await store.site(tenant, siteId);
  return createNotFoundProblem(details ? part : 'site');
}

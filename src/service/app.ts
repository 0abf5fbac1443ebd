import { Hono, type MiddlewareHandler } from 'hono';
import { allowHeaderOf, type Endpoint } from '../contract/endpoint.ts';
import { everyEndpoint, findMethod, namesByPath } from '../contract/every-endpoint.ts';
import { sampleHeader } from '../contract/page-settings.ts';
import { type Access, createAccessControl, operatorKeyId, type Refusal } from './access/access.ts';
import { createAuditRecorder } from './access/audit-recorder.ts';
import { createFilteredStore } from './access/filtered-store.ts';
import { createKeyUseCollector } from './access/key-uses.ts';
import { isEndpointOpen } from './access/share-endpoints.ts';
import { routes } from './handlers.ts';
import { toHonoPath } from './hono-path.ts';
import { AbandonedCalls } from './limits/abandoned-calls.ts';
import { FairQueue } from './limits/fair-queue.ts';
import { PassphraseHasher } from './limits/passphrase-hasher.ts';
import { ReportCache } from './reports/report-cache.ts';
import { waitInChangeQueue } from './routes/change-queue.ts';
import { isRefusal, problemOf } from './routes/failures.ts';
import type { ProblemError } from './routes/problem-error.ts';
import {
  createAbandonedResponse,
  createMissingScopeProblem,
  createNoSuchEndpointProblem,
  createNotFoundProblem,
  createPassphraseNeededProblem,
  createTooLargeProblem,
  createTooManyAbandonedCallsProblem,
  createTooManyPassphrasesProblem,
  createUnauthenticatedProblem,
  createWrongMethodProblem,
} from './routes/problems.ts';
import type { Queues, RouteEnv } from './routes/route.ts';
import {
  businessKeyHeader,
  clientKeyHeader,
  type Service,
  type ServiceOptions,
  scopesHeader,
  unknownCaller,
} from './service.ts';
import { SetupJobs } from './setup/setup-jobs.ts';
import { StoredSetups } from './setup/stored-setup.ts';
import { QuestionLanguages } from './texts/question-languages.ts';
import { TextThread } from './texts/text-thread.ts';

/** Memory limit of the report cache, in bytes. */
const maxCacheBytes = 64 * 1024 * 1024;

/** Enough to keep the in-process engine busy: it runs the statements of two reports while a third is being built. */
const reportsAtOnce = 3;
const lightCallsAtOnce = 8;
/** Few, since they share the thread: a further one would only make the others last longer. */
const changesAtOnce = 2;
/** Enough that four calls from each of thirty pages that use one key are slowed but not refused. */
const maxWaitingPerKey = 200;

/** The maximum length of path and query together, in bytes. Percent-encoded text has one byte per character. */
const maxUrlBytes = 32 * 1024;

function urlLengthOf(url: string): number {
  const { pathname, search } = new URL(url);
  return pathname.length + search.length;
}

/** Why a call without access is refused. A feed's secret is part of its path, so an invalid secret gets a 404. */
function createAccessProblem(refusal: Refusal): ProblemError {
  if (typeof refusal === 'number') return createTooManyPassphrasesProblem(refusal);
  if (refusal === 'feed') return createNotFoundProblem('feed');
  return refusal === 'passphrase'
    ? createPassphraseNeededProblem()
    : createUnauthenticatedProblem();
}

const refuseUnknown = (): Response => createNoSuchEndpointProblem().toResponse();

/** Refuses keys without the scope that an endpoint needs. */
const requireScope =
  (scope: Endpoint['scope']): MiddlewareHandler<RouteEnv> =>
  async (context, next) => {
    if (scope !== null && !context.get('access').scopes.includes(scope))
      throw createMissingScopeProblem(scope);
    await next();
  };

/** Makes each call wait for a slot in the queue of its endpoint. */
function waitForSlot(queue: Endpoint['queue'], queues: Queues): MiddlewareHandler<RouteEnv> {
  if (queue === 'changes') return waitInChangeQueue(queues.changes);
  if (queue !== 'reports' && queue !== 'light') return (_context, next) => next();
  return (context, next) =>
    queues[queue].run(context.get('access').keyId, context.req.raw.signal, next);
}

/** Creates the service for a store. Every failure except an abandoned call becomes a problem (RFC 9457). */
export function createService(serviceOptions: ServiceOptions): Service {
  const options = { ...serviceOptions, store: createFilteredStore(serviceOptions.store) };
  const app = new Hono<RouteEnv>();
  const passphrases = new PassphraseHasher(options.deriveHash);
  const { checkAccess, keyOf, readAccount } = createAccessControl(options, passphrases);
  const audit = createAuditRecorder(options, keyOf);
  const keyUses = createKeyUseCollector(options);
  const cache = new ReportCache(maxCacheBytes);
  const abandonedCalls = new AbandonedCalls(options.clock);
  const jobs = new SetupJobs({
    store: options.store,
    clock: options.clock,
    describeFailure(error) {
      if (!isRefusal(error)) options.onError({ route: 'setupJob', error });
      return problemOf(error).message;
    },
  });
  const texts = new TextThread();
  const languages = new QuestionLanguages(texts);
  const setups = new StoredSetups(options.store);
  const queues: Queues = {
    reports: new FairQueue({
      maxRunning: options.reportsAtOnce ?? reportsAtOnce,
      maxWaitingPerKey,
    }),
    changes: new FairQueue({ maxRunning: changesAtOnce, maxWaitingPerKey }),
    light: new FairQueue({ maxRunning: lightCallsAtOnce, maxWaitingPerKey }),
  };

  for (const [path, names] of namesByPath) {
    app.all(toHonoPath(path), async (context, next) => {
      context.set('endpoint', findMethod(names, context.req.method));
      await next();
    });
  }
  app.use(async (context, next) => {
    await next();
    // Sets headers on the response itself: `context.header()` would copy it and turn its body into a stream.
    const { headers } = context.res;
    // A response with an ETag may be stored, but must be revalidated.
    headers.set('Cache-Control', headers.has('ETag') ? 'private, no-cache' : 'no-store');
    const access: Access | undefined = context.get('access');
    if (access?.isSample) headers.set(sampleHeader, '1');
    if (access && context.env.caller.isSigningIn) {
      headers.set(scopesHeader, access.scopes.join(' '));
      headers.set(clientKeyHeader, access.tenant.clientId === null ? '0' : '1');
      const account = await readAccount(access.tenant.accountId);
      headers.set(businessKeyHeader, account?.kind === 'business' ? '1' : '0');
    }
  });
  app.use(async (context, next) => {
    if (urlLengthOf(context.req.url) > maxUrlBytes) {
      throw createTooLargeProblem(
        414,
        `The path and query of a URL must have at most ${maxUrlBytes} bytes together.`,
      );
    }
    const { caller } = context.env;
    const endpoint = context.get('endpoint') ?? null;
    const call = { request: context.req.raw, endpoint, caller };
    const recordRefusal = async (status: 401 | 403 | 429, refusal: Refusal | null) =>
      audit.recordRefusal(status, call, refusal);
    const access = await checkAccess(context.req.raw, caller);
    if (typeof access !== 'object') {
      await recordRefusal(typeof access === 'number' ? 429 : 401, access);
      throw createAccessProblem(access);
    }
    if (abandonedCalls.hasTooMany(access.keyId)) throw createTooManyAbandonedCallsProblem();
    const isAccepted = async () => typeof (await checkAccess(context.req.raw, caller)) === 'object';
    context.set('access', access);
    context.set('isAccepted', isAccepted);
    if (access.keyId !== operatorKeyId) keyUses.add(access.keyId);
    const { shareFilter } = access.tenant;
    const search = new URL(context.req.url).searchParams;
    // Endpoints that a share does not include respond as if they did not exist.
    if (shareFilter && !(endpoint && isEndpointOpen(endpoint, shareFilter, search)))
      throw createNoSuchEndpointProblem();
    try {
      await next();
    } finally {
      if (context.req.raw.signal.aborted) abandonedCalls.add(access.keyId);
    }
    const { status } = context.res;
    if (status === 401 || status === 403) await recordRefusal(status, null);
    if (caller.isSigningIn && context.res.ok) audit.recordSignIn(access, caller);
    // A key may be revoked or expire while its call waits. Calls that write check it again before they write.
    const isSuccessfulRead = ['GET', 'HEAD'].includes(context.req.method) && context.res.ok;
    const currentAccess = isSuccessfulRead ? await checkAccess(context.req.raw, caller) : access;
    if (typeof currentAccess === 'object') return undefined;
    await recordRefusal(401, currentAccess);
    // Clears the response first; otherwise the refusal would get the headers of the withheld one.
    context.res = undefined;
    context.res = createAccessProblem(currentAccess).toResponse();
    return undefined;
  });

  const routeOptions = {
    ...options,
    cache,
    queues,
    jobs,
    texts,
    languages,
    setups,
    audit,
    passphrases,
  };
  for (const [path, names] of namesByPath) {
    for (const name of names) {
      const { method, capability, scope, queue }: Endpoint = everyEndpoint[name];
      const at = toHonoPath(path);
      if (capability === 'collect' && options.scanRunner === undefined)
        app.on(method, at, refuseUnknown);
      else {
        const handle = routes[name](routeOptions);
        app.on(method, at, requireScope(scope), waitForSlot(queue, queues), handle);
      }
    }
    const allowed = allowHeaderOf(names.map((name) => everyEndpoint[name].method));
    app.all(toHonoPath(path), () => createWrongMethodProblem(allowed).toResponse());
  }
  app.notFound(refuseUnknown);
  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return createAbandonedResponse();
    const route = context.get('endpoint') ?? 'none';
    if (!isRefusal(error)) options.onError({ route, error });
    return problemOf(error).toResponse();
  });

  return {
    async fetch(request, caller = unknownCaller) {
      try {
        return await app.fetch(request, { caller });
      } catch (error) {
        // A signal may abort with a reason that is not an Error, which the router does not handle.
        if (request.signal.aborted) return createAbandonedResponse();
        throw error;
      }
    },
    reportCacheStats: () => cache.stats,
    async close() {
      await jobs.close();
      await texts.close();
      await keyUses.flush();
    },
  };
}

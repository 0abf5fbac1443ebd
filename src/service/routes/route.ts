import type { Context } from 'hono';
import { isUuid } from '../../contract/fields.ts';
import type { Access } from '../access.ts';
import type { AuditLines } from '../audit-lines.ts';
import type { FairQueue } from '../fair-queue.ts';
import { notFound } from '../problems.ts';
import type { ReportCache } from '../report-cache.ts';
import type { Caller, ServiceOptions } from '../service.ts';
import type { Store, Tenant } from '../store/store.ts';

/** What every route finds in its context. */
export interface RouteEnv {
  Bindings: { caller: Caller };
  Variables: {
    access: Access;
    /** Whether the request's key still opens what it did. */
    isAccepted: () => Promise<boolean>;
  };
}
export type RouteContext = Context<RouteEnv>;

/** Where calls wait for their turn, key by key, so that light calls never wait for reports. */
export interface Queues {
  /** For what reads many answers. */
  reports: FairQueue;
  /** For everything else. */
  light: FairQueue;
}

/** What a route is made with. */
export interface RouteOptions extends ServiceOptions {
  /** Reports that only an import can change. */
  cache: ReportCache;
  queues: Queues;
  audit: AuditLines;
}

/** One endpoint: handles requests whose key has been accepted. */
export type Route = (options: RouteOptions) => (context: RouteContext) => Promise<Response>;

/** A path parameter as a lowercase UUID; null if it is none, which is then treated like an unknown id. */
export function pathId(context: RouteContext, name: string): string | null {
  const given = context.req.param(name) ?? '';
  return isUuid(given) ? given.toLowerCase() : null;
}

/** The query exactly as it was sent. */
export const searchOf = (context: RouteContext) => new URL(context.req.url).searchParams;

/** An instant as the interface writes it: ISO 8601, UTC. */
export function timestamp(at: number): string;
export function timestamp(at: number | null): string | null;
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** The 404 for something missing within a site: of the site itself where that is missing too. */
export async function notFoundInSite(
  store: Store,
  tenant: Tenant,
  siteId: string | null,
  thing: 'prompt' | 'scan' | 'recommendation',
): Promise<Response> {
  const facts = siteId === null ? null : await store.site(tenant, siteId);
  return notFound(facts ? thing : 'site');
}

/** The route, each call of which waits for its key's turn in one of the queues. */
export const inTurn =
  (queue: keyof Queues, route: Route): Route =>
  (options) => {
    const handle = route(options);
    return (context) =>
      options.queues[queue].run(context.get('access').keyId, context.req.raw.signal, () =>
        handle(context),
      );
  };

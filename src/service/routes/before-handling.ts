import type { MiddlewareHandler } from 'hono';
import type { Endpoint } from '../../contract/endpoint.ts';
import { waitInChangeQueue } from './change-queue.ts';
import { createMissingScopeProblem } from './problems.ts';
import type { Queues, RouteEnv } from './route.ts';

/** Refuses keys without the scope that an endpoint needs. */
export const requireScope =
  (scope: Endpoint['scope']): MiddlewareHandler<RouteEnv> =>
  async (context, next) => {
    if (scope !== null && !context.get('access').scopes.includes(scope))
      throw createMissingScopeProblem(scope);
    await next();
  };

/** Makes each call wait for a slot in the queue of its endpoint. */
export function waitForSlot(queue: Endpoint['queue'], queues: Queues): MiddlewareHandler<RouteEnv> {
  if (queue === 'changes') return waitInChangeQueue(queues.changes);
  if (queue !== 'reports' && queue !== 'light') return (_context, next) => next();
  return (context, next) =>
    queues[queue].run(context.get('access').keyId, context.req.raw.signal, next);
}

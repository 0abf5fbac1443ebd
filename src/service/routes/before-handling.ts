import type { MiddlewareHandler } from 'hono';
import type { Endpoint } from '../../contract/endpoint.ts';
import { waitForChangeTurn } from './change-turn.ts';
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

/** Makes each call wait for its key's turn, in the queue of its endpoint. */
export function waitForTurn(queue: Endpoint['queue'], queues: Queues): MiddlewareHandler<RouteEnv> {
  if (queue === 'changes') return waitForChangeTurn(queues.changes);
  if (queue !== 'reports' && queue !== 'light') return (_context, next) => next();
  return (context, next) =>
    queues[queue].run(context.get('access').keyId, context.req.raw.signal, next);
}

import type { MiddlewareHandler } from 'hono';
import { maxSetupBytes } from '../../contract/sightline/setup.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { RouteContext, RouteEnv } from './route.ts';

/**
 * How long a caller waits for a change before getting its job instead, in milliseconds. Less than the 15 s that a page
 * waits, and the 14 s of a host that reaches this service by SERVICE_URL.
 */
const maxForegroundMs = 10_000;
/** The maximum size of all bodies that are received before their calls have slots, in bytes; others are received then. */
const maxReceivedBytes = 128 * 1024 * 1024;
let receivedBytes = 0;

/** Receives a body whose size is known, so that the call reads it from memory. @returns how many bytes it counts for */
async function receiveBody({ req }: RouteContext): Promise<number> {
  const bytes = Number(req.header('Content-Length') ?? 0);
  if (bytes === 0 || bytes > maxSetupBytes || receivedBytes + bytes > maxReceivedBytes) return 0;
  receivedBytes += bytes;
  try {
    await req.text();
  } catch (error) {
    receivedBytes -= bytes;
    throw error;
  }
  return bytes;
}

/**
 * Makes a change wait for a slot of the queue, which is free again when the change begins to write. Its body is received
 * before, so that slow clients hold no slots, and a request that waits for one is not too slow for the server.
 */
export const waitInChangeQueue =
  (changes: FairQueue): MiddlewareHandler<RouteEnv> =>
  async (context, next) => {
    const { signal } = context.req.raw;
    const bytes = await receiveBody(context);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), maxForegroundMs);
    try {
      using slot = await changes.waitForSlot(context.get('access').keyId, signal);
      context.set('change', { end: () => slot[Symbol.dispose](), lateness: late.signal });
      await next();
    } finally {
      clearTimeout(timer);
      receivedBytes -= bytes;
    }
  };

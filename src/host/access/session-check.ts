import { problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';
import { SingleFlight } from '../../service/limits/single-flight.ts';
import type { Service } from '../service.ts';
import { checkKey, type KeyCheck } from './key-check.ts';
import type { OpenSession } from './sessions.ts';

const createCallRefusedResponse = (): Response =>
  createProblemResponse(
    403,
    problemTypes.callRefused,
    'The service refused this call',
    'The service responded with 401 to this call, but still accepts the key.',
  );

const createUncheckedResponse = (retryAfter: string): Response =>
  createProblemResponse(
    503,
    problemTypes.unavailable,
    'The key could not be checked',
    'The service responded with 401 to this call, and then did not say whether it still accepts the key. Try again.',
    { headers: { 'Retry-After': retryAfter } },
  );

/**
 * Decides what a page gets for a call of its session that the service refused with 401. A page that gets a 401 ends its
 * session, so it gets one only if the service refuses the key as such.
 * @returns null for the 401 itself.
 */
export type SessionCheck = (
  request: Request,
  session: OpenSession,
  address: string,
) => Promise<Response | null>;

/** Creates a check that concurrent calls of a session share. */
export function createSessionCheck(service: Service): SessionCheck {
  const checks = new SingleFlight<Pick<KeyCheck, 'ok' | 'isRefused'> & { retryAfter: string }>();
  return async (request, session, address) => {
    const caller = { address, sessionBeganAt: session.beganAt, isSigningIn: false };
    const check = await checks.run(session.id, request.signal, async (signal) => {
      const { ok, isRefused, response } = await checkKey(service, request, session, caller, signal);
      await response.body?.cancel();
      return { ok, isRefused, retryAfter: response.headers.get('Retry-After') ?? '5' };
    });
    if (check.isRefused) return null;
    return check.ok ? createCallRefusedResponse() : createUncheckedResponse(check.retryAfter);
  };
}

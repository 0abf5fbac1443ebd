import { earlyRequests } from './early-requests.ts';
import { type Call, callKeyOf, responseTimeout, send } from './request.ts';

/**
 * Sends a request that the page will make once its code has loaded. The page's first call with the same key (see
 * `callKeyOf`) receives the response or failure; if no call claims the request in time, it is aborted.
 * @param priority how urgent the request is, compared with the page's code
 */
export function requestEarly(
  call: Call & { method: 'GET' },
  priority: RequestPriority = 'auto',
): void {
  const key = callKeyOf(call);
  const stop = new AbortController();
  const response = send(call, stop.signal, priority);
  response.catch(() => {});
  const expiry = setTimeout(() => {
    earlyRequests.remove(key);
    stop.abort();
  }, responseTimeout);
  earlyRequests.add(key, (signal) => {
    clearTimeout(expiry);
    if (signal.aborted) stop.abort(signal.reason);
    signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
    return response;
  });
}

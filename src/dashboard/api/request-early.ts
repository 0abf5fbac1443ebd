import { earlyRequests } from './early-requests.ts';
import { type Call, callKeyOf, responseTimeout, send } from './request.ts';

/**
 * Sends a request that the page will make once its code has loaded. The page's first call with the same key (see
 * `callKeyOf`) receives the response or failure; if no call claims the request in time, it is aborted.
 */
export function requestEarly(call: Call & { method: 'GET' }): void {
  const key = callKeyOf(call);
  const stop = new AbortController();
  // Low priority: the page's code matters more, since nothing is shown until it has loaded.
  const response = send(call, stop.signal, 'low');
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

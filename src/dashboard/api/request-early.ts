import { type Call, early, nameOf, patience, send } from './request.ts';

/**
 * Asks for what the page will ask for with the same call once it has its own code. Whoever makes that call gets
 * this answer, and is told why there is none; where nobody does in time, it is let go.
 */
export function requestEarly(call: Call & { method: 'GET' }): void {
  const name = nameOf(call);
  const stop = new AbortController();
  // The page's code is waited for longest: what it shows gives way to it.
  const response = send(call, stop.signal, 'low');
  response.catch(() => {});
  const letGo = setTimeout(() => {
    early.delete(name);
    stop.abort();
  }, patience);
  early.set(name, (signal) => {
    clearTimeout(letGo);
    if (signal.aborted) stop.abort(signal.reason);
    signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
    return response;
  });
}

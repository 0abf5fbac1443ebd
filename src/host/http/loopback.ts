/** Whether a host name or address is a loopback one. An IPv6 address may be in brackets. */
export function isLoopbackName(name: string): boolean {
  return (
    /^(?:localhost|\[?::1\]?)$/i.test(name) ||
    /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name)
  );
}

/** The host name of the page that made a call, from its `Origin`; null if unknown. */
function pageHostOf(request: Request): string | null {
  const origin = request.headers.get('origin');
  return origin !== null && URL.canParse(origin) ? new URL(origin).hostname : null;
}

/**
 * Whether a call looks as if it came directly from this machine, but was made by a page with another host name: a proxy
 * forwarded it without passing on `Host` or adding a forwarding header.
 */
export function isBehindSilentProxy(request: Request): boolean {
  const pageHost = pageHostOf(request);
  return (
    pageHost !== null && pageHost !== '' && !isLoopbackName(pageHost) && isDirectLoopback(request)
  );
}

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'] as const;

/**
 * Whether a call came directly from this machine: it has no proxy headers, and its `Host` is a loopback name, so
 * that a foreign name that resolves to 127.0.0.1 is not accepted. Only meaningful if the host listens only on loopback.
 */
export function isDirectLoopback(request: Request): boolean {
  for (const name of request.headers.keys()) {
    if (name.startsWith('x-forwarded-')) return false;
  }
  if (forwardingHeaders.some((name) => request.headers.has(name))) return false;
  const host = request.headers.get('host');
  return host !== null && isLoopbackName(host.replace(/:\d+$/, ''));
}

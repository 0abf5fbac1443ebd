/** Whether a host name or address, with or without brackets, is that of this machine only. */
export function isLoopbackName(name: string): boolean {
  return (
    /^(?:localhost|\[?::1\]?)$/i.test(name) ||
    /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name)
  );
}

/** The host name of the page that a call comes from, where the browser says so; null where it does not. */
function pageNameOf(request: Request): string | null {
  const origin = request.headers.get('origin');
  return origin !== null && URL.canParse(origin) ? new URL(origin).hostname : null;
}

/**
 * True for a call that looks as if it came straight from this machine while its page is at another name: a
 * proxy stands between that passes neither `Host` nor that it forwards.
 */
export function isBehindSilentProxy(request: Request): boolean {
  const page = pageNameOf(request);
  return page !== null && page !== '' && !isLoopbackName(page) && isDirectLoopback(request);
}

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'] as const;

/**
 * True for a call that came straight from this machine to a loopback address: no proxy left its mark, and
 * the address asked for is a loopback one, so that a foreign name made to resolve to 127.0.0.1 does not pass.
 * Says nothing unless the host itself listens on loopback only.
 */
export function isDirectLoopback(request: Request): boolean {
  for (const name of request.headers.keys()) {
    if (name.startsWith('x-forwarded-')) return false;
  }
  if (forwardingHeaders.some((name) => request.headers.has(name))) return false;
  const host = request.headers.get('host');
  return host !== null && isLoopbackName(host.replace(/:\d+$/, ''));
}

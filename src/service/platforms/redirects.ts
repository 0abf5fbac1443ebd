import { hasPublicSuffix, parseHostName } from '../addresses/web-address.ts';
import type { AnswerSource } from './platform.ts';
import type { Fetch } from './send.ts';

/** How long to wait for the address behind a redirect, in milliseconds. */
const timeout = 10_000;

/** The address that a redirect leads to; null if it does not say. */
async function readLocation(
  fetch: Fetch,
  url: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    await response.body?.cancel();
    const target = URL.parse(response.headers.get('location') ?? '', url);
    const isPage = target !== null && /^https?:$/.test(target.protocol);
    return isPage && target.hostname !== new URL(url).hostname ? target.href : null;
  } catch {
    return null;
  }
}

/**
 * Resolves a source whose address is a redirect that soon expires, by asking where it leads without following it. If
 * that cannot be learned, the address becomes that of the domain which Gemini gives as a title; and if the title is no
 * domain, it stays as it is. Never throws.
 * @param redirectHost the host of such redirects, over HTTPS and on its usual port; sources elsewhere stay as they are
 */
export async function resolveRedirect(
  fetch: Fetch,
  source: AnswerSource,
  redirectHost: string,
  signal: AbortSignal,
): Promise<AnswerSource> {
  if (URL.parse(source.url)?.origin !== `https://${redirectHost}`) return source;
  const target = await readLocation(fetch, source.url, signal);
  if (target !== null) return { ...source, url: target };
  const host = parseHostName(source.title ?? '');
  return host !== null && hasPublicSuffix(host) ? { ...source, url: `https://${host}/` } : source;
}

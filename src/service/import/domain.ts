import { parse } from 'tldts';

/**
 * The registrable domain of an http or https address according to the public suffix list, such as `example.co.uk` for
 * `https://shop.example.co.uk/tents`; the host itself if it has no registrable domain.
 */
export function domainOf(url: string): string {
  const { domain, hostname } = parse(url, { allowPrivateDomains: true });
  return domain ?? hostname ?? '';
}

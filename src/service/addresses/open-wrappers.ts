import { hasPublicSuffix, parseWebAddress } from './web-address.ts';

/** Addresses that lead to the page that one of their parameters names. */
interface ParameterWrapper {
  hosts: RegExp;
  path: RegExp;
  parameters: readonly string[];
}

/** The ends of the hosts of Google's sites: `google.com`, and those of countries. */
const googleSuffix = String.raw`google\.(?:com|cat|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})`;
const google = new RegExp(`^(?:www\\.)?${googleSuffix}$`);

const parameterWrappers: readonly ParameterWrapper[] = [
  { hosts: google, path: /^\/url$/, parameters: ['q', 'url'] },
  { hosts: google, path: /^\/imgres$/, parameters: ['imgrefurl'] },
  { hosts: google, path: /^\/aclk$/, parameters: ['adurl'] },
  { hosts: new RegExp(`^translate\\.${googleSuffix}$`), path: /^\/translate$/, parameters: ['u'] },
  { hosts: /^search\.app$/, path: /^\/$/, parameters: ['link'] },
  { hosts: /(?:^|\.)bing\.com$/, path: /^\/alink\/link$/, parameters: ['url'] },
  { hosts: /(?:^|\.)duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ['uddg'] },
  { hosts: /^lm?\.(?:facebook|messenger)\.com$/, path: /^\/l\.php$/, parameters: ['u'] },
  { hosts: /^l\.(?:instagram|threads)\.(?:com|net)$/, path: /^\/$/, parameters: ['u'] },
  {
    hosts: /(?:^|\.)linkedin\.com$/,
    path: /^\/(?:redir\/redirect|safety\/go)\/?$/,
    parameters: ['url'],
  },
  { hosts: /^out\.reddit\.com$/, path: /^\//, parameters: ['url'] },
  { hosts: /(?:^|\.)youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { hosts: /(?:^|\.)vk\.com$/, path: /^\/away\.php$/, parameters: ['to'] },
  { hosts: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { hosts: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ['u', 'url'] },
  { hosts: /\.safelinks\.protection\.outlook\.com$/, path: /^\//, parameters: ['url'] },
];

function readParameter({ hostname, pathname, searchParams }: URL): string | null {
  for (const { hosts, path, parameters } of parameterWrappers) {
    if (!hosts.test(hostname) || !path.test(pathname)) continue;
    for (const name of parameters) {
      const value = searchParams.get(name);
      if (value !== null && parseWebAddress(value) !== null) return value;
    }
  }
  return null;
}

/** Reads the target in the path of an AMP cache, with its query. */
function readAmpPath({ hostname, pathname, search }: URL): string | null {
  const isCache = /\.(?:cdn\.ampproject\.org|bing-amp\.com)$/.test(hostname);
  const path = isCache ? /^\/[a-z]\/(s\/)?(.+)$/ : /^\/amp\/(s\/)?(.+)$/;
  const match = isCache || google.test(hostname) ? path.exec(pathname) : null;
  const [host = ''] = match?.[2]?.split('/', 1) ?? [];
  return match?.[2] === undefined || !hasPublicSuffix(host)
    ? null
    : `${match[1] === undefined ? 'http' : 'https'}://${match[2]}${search}`;
}

/** Reads the target of a link in Bing's results: base64url after `a1`. */
function readBingLink({ hostname, pathname, searchParams }: URL): string | null {
  if (!/(?:^|\.)bing\.com$/.test(hostname) || pathname !== '/ck/a') return null;
  const encoded = /^a1(.+)$/.exec(searchParams.get('u') ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString();
}

/** Reads the target of a link in Yahoo's results, such as `/RU=https%3a%2f%2fexample.com/RK=2/`. */
function readYahooLink({ hostname, pathname }: URL): string | null {
  const encoded = hostname.endsWith('.search.yahoo.com')
    ? /\/RU=([^/]+)/.exec(pathname)?.[1]
    : undefined;
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

const readers = [readParameter, readAmpPath, readBingLink, readYahooLink];

/** The maximum number of nested wrappers that are opened. */
const maxDepth = 5;

/**
 * The page to which an address leads, if the address itself contains it, as in `google.com/url?q=…` and AMP caches;
 * otherwise the address.
 */
export function openWrappers(address: URL): URL {
  let opened = address;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const target = readers
      .map((read) => read(opened))
      .map((text) => (text === null ? null : parseWebAddress(text)))
      .find((url) => url !== null);
    if (!target) break;
    opened = target;
  }
  return opened;
}

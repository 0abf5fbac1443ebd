import { resolve } from 'node:path';
import * as v from 'valibot';
import { type Metric, metrics } from '../contract/enums.ts';
import type { PageSettings } from '../contract/page-settings.ts';
import { findAccentFault } from '../service/branding/branding-fault.ts';
import { findLogoFault } from '../service/branding/logo.ts';
import { adapters } from '../service/platforms/adapters.ts';
import type { PlatformAdapter } from '../service/platforms/platform.ts';
import { hasListPrice, pricePattern } from '../service/platforms/prices.ts';
import { blockedPorts } from './http/blocked-ports.ts';
import { isLoopbackName } from './http/loopback.ts';
import { readProxies } from './http/peer.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid configuration. The message says what to do, with one line per fault, and never quotes a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A text that matches a pattern. */
const matching = (pattern: RegExp, advice: string) => v.pipe(v.string(), v.regex(pattern, advice));

/** A text that `parse` turns into a value; null from `parse` means that the text is invalid. */
const parsed = <T>(parse: (text: string) => T | null, advice: string) =>
  v.pipe(
    v.string(),
    v.transform(parse),
    v.custom<T>((value) => value !== null, advice),
  );

/** A text in which `findFault` finds no fault. */
const faultless = (findFault: (text: string) => string | null) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => findFault(text) === null,
      ({ input }) => `${findFault(input)}.`,
    ),
  );

/** A setting that is null if its variable is missing. */
const orNull = <S extends v.GenericSchema<string, unknown>>(schema: S) => v.nullish(schema, null);

const parsePort = (text: string): number | null =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;

/** Parses an amount in US dollars with at most two decimals, as whole millionths. */
const parseDollars = (text: string): number | null =>
  /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 1_000_000) : null;

const parseDays = (text: string): number | null =>
  /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;

/** Parses an http or https address without a query or fragment. */
function parseHttpUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}` === '' ? url : null;
}

/** Parses the base address, to which paths such as `/v1` are appended. Keeps its path without a trailing slash. */
function parseServiceUrl(text: string): URL | null {
  const url = parseHttpUrl(text);
  if (url === null || `${url.username}${url.password}` !== '') return null;
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '');
  return url;
}

/** Parses the address of a gateway. The paths of requests begin with the version of the platform's API. */
function parseGatewayUrl(text: string): URL | null {
  const url = parseServiceUrl(text);
  if (url) url.pathname = url.pathname.replace(/\/v1(?:beta)?$/, '');
  return url;
}

/** Parses the address under which people reach the host, which has no path. */
function parsePublicUrl(text: string): string | null {
  const url = parseServiceUrl(text);
  return url?.pathname === '/' && !isUnencrypted(url.href) ? url.origin : null;
}

/** The address of a service that is reached with `fetch`. @param example one that is valid */
const serviceUrl = (example: string, parse = parseServiceUrl) =>
  v.pipe(
    parsed(
      parse,
      `must be an http or https address without a user, query or fragment, such as ${example}.`,
    ),
    v.check(
      ({ port }) => !blockedPorts.has(Number(port)),
      ({ input }) => `has the port ${input.port}, to which no connection is ever made.`,
    ),
  );

function parseSessionKey(text: string): Uint8Array | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Parses one or two 32-byte keys in base64, base64url or hex, separated by a comma; null if one is invalid. */
export function parseSessionKeys(text: string): readonly Uint8Array[] | null {
  const parts = text.split(',');
  const keys = parts.flatMap((part) => parseSessionKey(part.trim()) ?? []);
  return keys.length === parts.length && keys.length <= 2 ? keys : null;
}

const secretAdvice =
  'must be one or two keys of 32 bytes each, in base64 or hex, separated by a comma. Generate one with: openssl rand -base64 32';

const isMetric = (text: string): text is Metric =>
  metrics.some((metric): boolean => metric === text);

function parseUnits(text: string): PageSettings['units'] | null {
  const units: PageSettings['units'] = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const metric = part.slice(0, at).trim();
    const unit = part.slice(at + 1).trim();
    if (at < 0 || !isMetric(metric) || !/^[^\p{C}]{1,12}$/u.test(unit)) return null;
    units[metric] = unit;
  }
  return units;
}

/** The built-in service's units: percent for visibility, share of voice and gap, none for sentiment. */
const builtInUnits: PageSettings['units'] = { visibility: '%', shareOfVoice: '%', gap: '%' };

const priceAdvice =
  'must be US dollars for a million tokens of input and of output, such as 1/5; with the price of input from a cache, 1/5/0.1; and with that of a thousand searches, 1/5/0.1/10.';

const pagingDefaults = { PAGE_CURSOR_PARAM: 'cursor', PAGE_SIZE_PARAM: 'limit' } as const;
const pagingVariables = ['PAGE_CURSOR_PARAM', 'PAGE_SIZE_PARAM'] as const;

const pagingName = (name: string) =>
  v.optional(
    matching(
      /^[A-Za-z0-9_.[\]-]{1,64}$/,
      `must be the name of a query parameter, such as ${name}.`,
    ),
    name,
  );

/**
 * Every setting by its environment variable: its default, how its text is read, and what the message says after the
 * name of the variable if the text is invalid.
 */
const Settings = v.object({
  HOST: v.optional(
    matching(
      /^(?:[A-Za-z0-9._-]+|(?=[^:]*:)[0-9A-Fa-f:.]+)$/,
      'must be a host name or address without a scheme or port, such as 127.0.0.1 or 0.0.0.0.',
    ),
    '127.0.0.1',
  ),
  PORT: v.optional(
    parsed(parsePort, 'must be a whole number from 0 to 65535; 0 picks a free port.'),
    '4180',
  ),
  DATA_DIR: v.optional(v.string(), 'data'),
  SAMPLE: v.optional(v.picklist(['auto', 'off'], 'must be auto or off.'), 'auto'),
  ANSWER_TEXT: v.optional(v.picklist(['on', 'off'], 'must be on or off.'), 'on'),
  ANSWER_DAYS: orNull(
    parsed(
      parseDays,
      'must be a whole number of days from 1 to 99999; leave it out to keep texts and citations.',
    ),
  ),
  SCANS: orNull(v.picklist(['on', 'off'], 'must be on or off.')),
  SCAN_BUDGET: v.optional(
    parsed(parseDollars, 'must be an amount in US dollars, such as 50 or 12.50.'),
    '0',
  ),
  RAW_DAYS: v.optional(parsed(parseDays, 'must be a whole number of days from 1 to 99999.'), '30'),
  INSECURE_GATEWAYS: v.optional(v.picklist(['on', 'off'], 'must be on or off.'), 'off'),
  SERVICE_URL: orNull(
    v.pipe(
      serviceUrl('https://api.example.com'),
      v.check((url) => !url.pathname.endsWith('/v1'), 'must not end in /v1. Remove that part.'),
    ),
  ),
  PAGE_CURSOR_PARAM: pagingName(pagingDefaults.PAGE_CURSOR_PARAM),
  PAGE_SIZE_PARAM: pagingName(pagingDefaults.PAGE_SIZE_PARAM),
  PUBLIC_URL: orNull(
    parsed(
      parsePublicUrl,
      'must be the address under which people reach the host, with https unless it is of this machine, and without a path, such as https://reports.example.com.',
    ),
  ),
  TRUSTED_PROXIES: orNull(
    parsed(
      readProxies,
      'must be addresses or ranges separated by commas, such as 127.0.0.1,10.0.0.0/8.',
    ),
  ),
  CLICKHOUSE_URL: orNull(
    parsed(
      parseHttpUrl,
      'must be an http or https address without a query or fragment, such as https://user:password@clickhouse.example:8443/sightline.',
    ),
  ),
  CLICKHOUSE_CLUSTER: orNull(
    matching(
      /^[\w-]{1,64}$/,
      'must be the name of a cluster in the configuration of the servers, with letters, digits, _ and - only.',
    ),
  ),
  SESSION_SECRET: orNull(parsed(parseSessionKeys, secretAdvice)),
  METRICS_TOKEN: orNull(
    matching(
      /^[\x21-\x7e]{16,256}$/,
      'must be 16 to 256 visible ASCII characters. Generate one with: openssl rand -base64 24',
    ),
  ),
  METRIC_UNITS: orNull(
    parsed(
      parseUnits,
      `must be pairs like visibility=%,gap=%; the metrics are ${metrics.join(', ')}.`,
    ),
  ),
  BRAND_NAME: v.optional(
    matching(/^[^\p{C}]{1,60}$/u, 'must be 1 to 60 characters on one line.'),
    'Sightline',
  ),
  // Only an inline image, since the content security policy blocks images from other origins.
  BRAND_LOGO: orNull(faultless(findLogoFault)),
  BRAND_ACCENT: orNull(v.pipe(faultless(findAccentFault), v.toLowerCase())),
});
type Settings = v.InferOutput<typeof Settings>;

const variablesOf = (toName: (adapter: PlatformAdapter) => string): string[] =>
  adapters.map(toName);

/** What the built-in service asks AI platforms with, by the variables that the adapters name. */
const PlatformSettings = v.object({
  ...v.entriesFromList(
    variablesOf(({ keyVariable }) => keyVariable),
    orNull(matching(/^[\x21-\x7e]{1,1000}$/, 'must be 1 to 1000 visible ASCII characters.')),
  ),
  ...v.entriesFromList(
    variablesOf(({ baseUrlVariable }) => baseUrlVariable),
    orNull(serviceUrl('https://gateway.example.com', parseGatewayUrl)),
  ),
  ...v.entriesFromList(
    variablesOf(({ modelVariable }) => modelVariable),
    orNull(matching(/^[\x21-\x7e]{1,100}$/, 'must be the name of a model, such as gpt-6.1-terra.')),
  ),
  ...v.entriesFromList(
    variablesOf(({ modelVariable }) => `${modelVariable}_PRICE`),
    orNull(matching(pricePattern, priceAdvice)),
  ),
});
type PlatformSettings = v.InferOutput<typeof PlatformSettings>;

/** Whether what is sent to an address can be read on its way. */
function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopbackName(hostname);
}

/** Describes gateways whose connection is not encrypted, and models whose price is not known. */
function findPlatformFaults(
  settings: Settings,
  environment: Readonly<Record<string, string>>,
): string[] {
  return adapters.flatMap(({ platforms, baseUrlVariable, modelVariable }) => {
    const faults: string[] = [];
    const baseUrl = environment[baseUrlVariable];
    if (baseUrl && isUnencrypted(baseUrl) && settings.INSECURE_GATEWAYS === 'off')
      faults.push(
        `${baseUrlVariable} is an http address on another machine, to which the key and the questions would go unencrypted. Use https, or set INSECURE_GATEWAYS=on if nobody can listen in between.`,
      );
    const model = environment[modelVariable];
    const hasOwnPrice = `${modelVariable}_PRICE` in environment;
    if (model && !hasOwnPrice && !platforms.some((id) => hasListPrice(id, model)))
      faults.push(
        `${modelVariable} names ${model}, whose price is not known here. Set ${modelVariable}_PRICE too: it ${priceAdvice}`,
      );
    return faults;
  });
}

/** Describes the settings that are valid but do not go together. */
function findConflicts(
  settings: Settings,
  environment: Readonly<Record<string, string>>,
): string[] {
  const faults = findPlatformFaults(settings, environment);
  for (const variable of pagingVariables) {
    const name = pagingDefaults[variable];
    if (settings.SERVICE_URL === null && settings[variable] !== name) {
      faults.push(
        `${variable} can be changed only for a remote service, with a valid SERVICE_URL. Otherwise, unset ${variable}: the built-in service uses ${name}.`,
      );
    }
  }
  if (settings.PAGE_CURSOR_PARAM === settings.PAGE_SIZE_PARAM) {
    faults.push('PAGE_CURSOR_PARAM and PAGE_SIZE_PARAM must differ.');
  }
  if (settings.CLICKHOUSE_URL && settings.SESSION_SECRET === null) {
    faults.push(
      `CLICKHOUSE_URL needs SESSION_SECRET, with the same value on every host. SESSION_SECRET ${secretAdvice}`,
    );
  }
  if (settings.CLICKHOUSE_CLUSTER && settings.CLICKHOUSE_URL === null) {
    faults.push('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the address of one of its servers.');
  }
  if (settings.CLICKHOUSE_URL && settings.SERVICE_URL) {
    faults.push(
      'CLICKHOUSE_URL is for the built-in service, which SERVICE_URL replaces: set only one of them.',
    );
  }
  return faults;
}

/** The texts of the settings for AI platforms. Addresses have no slash at their end. */
function toPlatformEnvironment(settings: PlatformSettings): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings))
    if (value !== null)
      environment[name] = typeof value === 'string' ? value : value.href.replace(/\/$/, '');
  return environment;
}

/** The settings as the host and the commands use them. A setting without a default is null if it is missing. */
const toConfig = (settings: Settings, environment: Readonly<Record<string, string>>) => ({
  host: settings.HOST,
  port: settings.PORT,
  dataDir: resolve(settings.DATA_DIR),
  sample: settings.SAMPLE,
  keepsTexts: settings.ANSWER_TEXT === 'on',
  answerDays: settings.ANSWER_DAYS,
  scans: {
    /** Whether the built-in service of this host runs scans. */
    areOn: (settings.SCANS ?? (settings.CLICKHOUSE_CLUSTER === null ? 'on' : 'off')) === 'on',
    /** The most that the scans of all sites may cost in a UTC month, in millionths of a US dollar. */
    budget: settings.SCAN_BUDGET,
    rawDays: settings.RAW_DAYS,
    /** The keys, addresses, models and prices of AI platforms by environment variable, without those that are missing. */
    environment,
  },
  /** Null for the built-in service. */
  serviceUrl: settings.SERVICE_URL,
  /** Without a trailing slash; null if it is not set. Never taken from a request, whose `Host` can be forged. */
  publicUrl: settings.PUBLIC_URL,
  paging: { cursor: settings.PAGE_CURSOR_PARAM, limit: settings.PAGE_SIZE_PARAM },
  trustedProxies: settings.TRUSTED_PROXIES,
  /** Null for the engine in this process. */
  clickhouseUrl: settings.CLICKHOUSE_URL,
  clickhouseCluster: settings.CLICKHOUSE_CLUSTER,
  /** The first is for new sessions; null for a key file in `dataDir`. */
  sessionKeys: settings.SESSION_SECRET,
  metricsToken: settings.METRICS_TOKEN,
  units: settings.METRIC_UNITS ?? (settings.SERVICE_URL === null ? builtInUnits : {}),
  brand: {
    name: settings.BRAND_NAME,
    logo: settings.BRAND_LOGO,
    accent: settings.BRAND_ACCENT,
  },
});
export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment. An empty or blank variable counts as missing.
 * @throws ConfigError that names every invalid variable.
 */
export function readConfig(environment: Environment): Config {
  const names = [...Object.keys(Settings.entries), ...Object.keys(PlatformSettings.entries)];
  const texts = Object.fromEntries(
    names.map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const host = v.safeParse(Settings, texts);
  const platforms = v.safeParse(PlatformSettings, texts);
  if (!host.success || !platforms.success)
    throw new ConfigError(
      [...(host.issues ?? []), ...(platforms.issues ?? [])]
        .map(({ path, message }) => `${path?.[0].key} ${message}`)
        .join('\n'),
    );
  const platformEnvironment = toPlatformEnvironment(platforms.output);
  const faults = findConflicts(host.output, platformEnvironment);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return toConfig(host.output, platformEnvironment);
}

/** Whether the host listens on loopback, so that only this machine can connect to it. */
export const listensOnLoopback = (config: Config): boolean => isLoopbackName(config.host);

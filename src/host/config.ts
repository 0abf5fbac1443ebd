import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { type Metric, metrics } from '../contract/enums.ts';
import type { PageSettings } from '../contract/page-settings.ts';
import { findAccentFault } from '../service/branding/branding-fault.ts';
import { findLogoFault } from '../service/branding/logo.ts';
import { isLoopbackName } from './http/loopback.ts';
import { readProxies } from './http/peer.ts';

/** The host's settings. */
export interface Config {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Base address of a remote service; null for the built-in one. */
  serviceUrl: URL | null;
  /** The ClickHouse server to use, with user, password and database; null for the engine in this process. */
  clickhouseUrl: URL | null;
  /** The cluster of the ClickHouse server; null for a single server. */
  clickhouseCluster: string | null;
  /** Absolute path of the folder with the store and the session secret. */
  dataDir: string;
  sample: 'auto' | 'off';
  /** Whether imports store the texts of answers. */
  keepsTexts: boolean;
  /** Age in days after which texts and citations are removed; null to keep them. */
  answerDays: number | null;
  /** One or two 32-byte keys, the first for new sessions; null for a key file in `dataDir`. */
  sessionKeys: readonly Uint8Array[] | null;
  /** Proxies with a trusted `X-Forwarded-For`; null for none. */
  trustedProxies: BlockList | null;
  /** The bearer token that `/metrics` requires; null to allow only this machine. */
  metricsToken: string | null;
  units: PageSettings['units'];
  paging: PageSettings['paging'];
  brand: PageSettings['brand'];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid configuration. The message says what to do, with one line per fault, and never quotes a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The built-in service's units: percent for visibility, share of voice and gap, none for sentiment. */
const builtInUnits: PageSettings['units'] = { visibility: '%', shareOfVoice: '%', gap: '%' };

const defaults = {
  HOST: '127.0.0.1',
  PORT: '4180',
  DATA_DIR: 'data',
  SAMPLE: 'auto',
  ANSWER_TEXT: 'on',
  PAGE_CURSOR_PARAM: 'cursor',
  PAGE_SIZE_PARAM: 'limit',
  BRAND_NAME: 'Sightline',
} as const;

const readPort = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigError('PORT must be a whole number from 0 to 65535; 0 picks a free port.');
};

const readHost = (text: string): string => {
  if (/^[A-Za-z0-9._-]+$/.test(text) || /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/.test(text)) return text;
  throw new ConfigError(
    'HOST must be a host name or address without a scheme or port, such as 127.0.0.1 or 0.0.0.0.',
  );
};

/** Reads the base address, to which paths such as `/v1` are appended. Keeps its path without a trailing slash. */
const readServiceUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    `${url.username}${url.password}${url.search}${url.hash}` !== ''
  ) {
    throw new ConfigError(
      'SERVICE_URL must be an http or https address without a user, query or fragment, such as https://api.example.com.',
    );
  }
  if (/\/v1\/?$/.test(url.pathname)) {
    throw new ConfigError('SERVICE_URL must not end in /v1. Remove that part.');
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
};

/** Does not quote the address in its error, since the address may contain a password. */
const readClickhouseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.search}${url.hash}` !== '') {
    throw new ConfigError(
      'CLICKHOUSE_URL must be an http or https address without a query or fragment, such as https://user:password@clickhouse.example:8443/sightline.',
    );
  }
  return url;
};

const readClickhouseCluster = (text: string): string => {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new ConfigError(
    'CLICKHOUSE_CLUSTER must be the name of a cluster in the configuration of the servers, with letters, digits, _ and - only.',
  );
};

const readSample = (text: string): 'auto' | 'off' => {
  if (text === 'auto' || text === 'off') return text;
  throw new ConfigError('SAMPLE must be auto or off.');
};

const readAnswerText = (text: string): boolean => {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError('ANSWER_TEXT must be on or off.');
};

const readAnswerDays = (text: string): number => {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new ConfigError(
    'ANSWER_DAYS must be a whole number of days from 1 to 99999; leave it out to keep texts and citations.',
  );
};

const secretAdvice =
  'SESSION_SECRET must be one or two keys of 32 bytes each, in base64 or hex, separated by a comma. Generate one with: openssl rand -base64 32';

/** Reads one or two 32-byte keys in base64, base64url or hex, separated by a comma. */
export function readSessionKeys(text: string): readonly Uint8Array[] {
  const keys = text.split(',').map((part): Uint8Array => {
    const key = part.trim();
    if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex');
    if (/^[A-Za-z0-9+/_-]{43}=?$/.test(key)) return Buffer.from(key, 'base64');
    throw new ConfigError(secretAdvice);
  });
  if (keys.length > 2) throw new ConfigError(secretAdvice);
  return keys;
}

const readTrustedProxies = (text: string): BlockList => {
  const proxies = readProxies(text);
  if (proxies !== null) return proxies;
  throw new ConfigError(
    'TRUSTED_PROXIES must be addresses or ranges separated by commas, such as 127.0.0.1,10.0.0.0/8.',
  );
};

const readMetricsToken = (text: string): string => {
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  throw new ConfigError(
    'METRICS_TOKEN must be 16 to 256 visible ASCII characters. Generate one with: openssl rand -base64 24',
  );
};

const isMetric = (text: string): text is Metric =>
  metrics.some((metric): boolean => metric === text);

const readUnits = (text: string): PageSettings['units'] => {
  const units: PageSettings['units'] = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const metric = part.slice(0, at).trim();
    const unit = part.slice(at + 1).trim();
    if (at < 0 || !isMetric(metric) || !/^[^\p{C}]{1,12}$/u.test(unit)) {
      throw new ConfigError(
        `METRIC_UNITS must be pairs like visibility=%,gap=%; the metrics are ${metrics.join(', ')}.`,
      );
    }
    units[metric] = unit;
  }
  return units;
};

/** Reads the names of the paging parameters, which can only be changed for a remote service. */
const readPaging = (
  cursor: string,
  limit: string,
  serviceUrl: URL | null,
): PageSettings['paging'] => {
  for (const [variable, name] of [
    ['PAGE_CURSOR_PARAM', cursor],
    ['PAGE_SIZE_PARAM', limit],
  ] as const) {
    if (!/^[A-Za-z0-9_.[\]-]{1,64}$/.test(name)) {
      throw new ConfigError(
        `${variable} must be the name of a query parameter, such as ${defaults[variable]}.`,
      );
    }
    if (serviceUrl === null && name !== defaults[variable]) {
      throw new ConfigError(
        `${variable} can be changed only for a remote service, with a valid SERVICE_URL. Otherwise, unset ${variable}: the built-in service uses ${defaults[variable]}.`,
      );
    }
  }
  if (cursor === limit) {
    throw new ConfigError('PAGE_CURSOR_PARAM and PAGE_SIZE_PARAM must differ.');
  }
  return { cursor, limit };
};

const readBrandName = (text: string): string => {
  if (/^[^\p{C}]{1,60}$/u.test(text)) return text;
  throw new ConfigError('BRAND_NAME must be 1 to 60 characters on one line.');
};

/** Accepts only an inline image, since the content security policy blocks images from other origins. */
const readBrandLogo = (text: string): string => {
  const fault = findLogoFault(text);
  if (fault === null) return text;
  throw new ConfigError(`BRAND_LOGO ${fault}.`);
};

const readBrandAccent = (text: string): string => {
  const fault = findAccentFault(text);
  if (fault === null) return text.toLowerCase();
  throw new ConfigError(`BRAND_ACCENT ${fault}.`);
};

/**
 * Reads the environment. An empty or blank variable counts as missing.
 * @throws ConfigError that names every invalid variable.
 */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const readVariable = (name: string): string | null => environment[name]?.trim() || null;
  const readVariableOrDefault = (name: keyof typeof defaults): string =>
    readVariable(name) ?? defaults[name];
  const attempt = <T>(read: () => T, fallback: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
      return fallback;
    }
  };
  const readOptional = <T>(name: string, read: (text: string) => T): T | null => {
    const text = readVariable(name);
    return text === null ? null : attempt<T | null>(() => read(text), null);
  };

  const serviceUrl = readOptional('SERVICE_URL', readServiceUrl);
  const config: Config = {
    host: attempt(() => readHost(readVariableOrDefault('HOST')), defaults.HOST),
    port: attempt(() => readPort(readVariableOrDefault('PORT')), 0),
    serviceUrl,
    clickhouseUrl: readOptional('CLICKHOUSE_URL', readClickhouseUrl),
    clickhouseCluster: readOptional('CLICKHOUSE_CLUSTER', readClickhouseCluster),
    dataDir: resolve(readVariableOrDefault('DATA_DIR')),
    sample: attempt(() => readSample(readVariableOrDefault('SAMPLE')), 'off'),
    keepsTexts: attempt(() => readAnswerText(readVariableOrDefault('ANSWER_TEXT')), false),
    answerDays: readOptional('ANSWER_DAYS', readAnswerDays),
    sessionKeys: readOptional('SESSION_SECRET', readSessionKeys),
    trustedProxies: readOptional('TRUSTED_PROXIES', readTrustedProxies),
    metricsToken: readOptional('METRICS_TOKEN', readMetricsToken),
    units: readOptional('METRIC_UNITS', readUnits) ?? (serviceUrl === null ? builtInUnits : {}),
    paging: attempt(
      () =>
        readPaging(
          readVariableOrDefault('PAGE_CURSOR_PARAM'),
          readVariableOrDefault('PAGE_SIZE_PARAM'),
          serviceUrl,
        ),
      {
        cursor: defaults.PAGE_CURSOR_PARAM,
        limit: defaults.PAGE_SIZE_PARAM,
      },
    ),
    brand: {
      name: attempt(() => readBrandName(readVariableOrDefault('BRAND_NAME')), defaults.BRAND_NAME),
      logo: readOptional('BRAND_LOGO', readBrandLogo),
      accent: readOptional('BRAND_ACCENT', readBrandAccent),
    },
  };
  if (
    config.clickhouseUrl &&
    config.sessionKeys === null &&
    readVariable('SESSION_SECRET') === null
  ) {
    faults.push(
      `CLICKHOUSE_URL needs SESSION_SECRET, with the same value on every host. ${secretAdvice}`,
    );
  }
  if (config.clickhouseCluster && readVariable('CLICKHOUSE_URL') === null) {
    faults.push('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the address of one of its servers.');
  }
  if (config.clickhouseUrl && serviceUrl) {
    faults.push(
      'CLICKHOUSE_URL is for the built-in service, which SERVICE_URL replaces: set only one of them.',
    );
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** Whether the host listens on loopback, so that only this machine can connect to it. */
export const listensOnLoopback = (config: Config): boolean => isLoopbackName(config.host);

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { StoreDamaged } from '../../service/store/store.ts';
import { loadSecrets } from '../access/secrets.ts';
import { createHost } from '../app.ts';
import { openBackend } from '../backend/backend.ts';
import { type Config, ConfigError } from '../config.ts';
import { closeIdleConnections } from '../http/idle-connections.ts';
import { createListener } from '../http/listener.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import type { OpenPage } from '../page/page.ts';
import { createDeduplicatedLog, kindOfError } from './log.ts';
import { createServerStopper } from './stop-server.ts';

interface StartOptions {
  log: Logger;
  openPage: OpenPage;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  backend?: typeof openBackend;
  limits?: SlowClientLimits;
}

/** How long, in milliseconds, a client may take. */
export interface SlowClientLimits {
  /** To send its headers. */
  headers: number;
  /** To send its whole request. */
  request: number;
  /** To send or receive the next byte, except while the host works on its response. */
  idle: number;
}

export interface RunningHost {
  /** Its URL for a browser on this machine. */
  url: string;
  /** Sample keys that are neither revoked nor expired; empty without sample data. */
  sampleKeys: readonly string[];
  /** Whether the store held data other than the sample at startup; true if that was not checked. */
  hasOwnData: boolean;
  /**
   * Stops accepting connections, gives open requests up to 10 seconds to finish, then closes everything that was
   * opened.
   */
  close(): Promise<void>;
}

/**
 * More than the longest URL that the service accepts, so that the service, not the parser, refuses one that is somewhat
 * too long.
 */
const maxHeaderBytes = 48 * 1024;
const slowClientLimits: SlowClientLimits = { headers: 10_000, request: 20_000, idle: 30_000 };

const addressOf = (server: Server): AddressInfo => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
};

/** The URL for a browser on this machine. An address that means all interfaces becomes a loopback address. */
const urlOf = (host: string, { port }: AddressInfo): string => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

const listen = (server: Server, { host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Partial<Record<string, string>> = {
        EADDRINUSE: `Port ${port} on ${host} is in use: stop the process that uses it, or set PORT to another port.`,
        EACCES: `Port ${port} needs higher privileges: set PORT to a number above 1023.`,
        EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine: set HOST to one that is, such as 127.0.0.1.`,
        ENOTFOUND: `HOST is ${host}, which is not an address of this machine: set HOST to one that is, such as 127.0.0.1.`,
      };
      reject(new ConfigError(reasons[error.code ?? ''] ?? `Cannot listen: ${error.message}.`));
    });
    server.listen(port, host, resolve);
  });

/**
 * Starts the host and resolves once it can serve. If a step fails, everything opened so far is closed again.
 * @throws ConfigError, PageMissing, or one of the store's errors.
 */
export async function startHost(config: Config, options: StartOptions): Promise<RunningHost> {
  const { log, openPage, clock = Date.now, backend: open = openBackend } = options;
  const limits = options.limits ?? slowClientLimits;
  const logDeduplicated = createDeduplicatedLog(log);
  const secrets = await loadSecrets(config);
  const metrics = createMetrics();
  const openResources: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const resource of openResources.splice(0).reverse()) await resource.close();
  };
  try {
    const server = createServer({
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: Math.min(1000, limits.headers),
    });
    closeIdleConnections(server, limits.idle);
    const stop = createServerStopper(server);
    const page = await openPage(server);
    openResources.push({ close: async () => page.close?.() });
    const backend = await open({
      config,
      secrets,
      clock,
      metrics,
      onError: ({ route, error }) => {
        metrics.countStoreError(error);
        const repeatKey = `${route} ${kindOfError(error)}`;
        const fields = { route, err: error };
        const message =
          error instanceof StoreDamaged
            ? 'the store is damaged: nothing is served until it is restored'
            : 'a request failed in the service';
        logDeduplicated({ level: 'error', message, fields, repeatKey });
      },
      onPlatformError: (fields) =>
        logDeduplicated({
          level: 'error',
          message: 'an AI platform refused a question',
          fields,
          repeatKey: JSON.stringify(fields),
        }),
      onMeasuring: ({ measured, left }) =>
        log.info(
          { measured, left },
          `figures are being measured again: ${measured} of ${left} sites`,
        ),
      onMeasuringProblem: ({ siteId, problem }) => {
        const [fields, message] =
          'error' in problem
            ? [{ err: problem.error }, 'figures could not be measured again; retrying in a minute']
            : [problem, 'not enough free space to measure figures again; retrying in a minute'];
        logDeduplicated({
          level: 'error',
          message,
          fields: { siteId, ...fields },
          repeatKey: message,
        });
      },
    });
    openResources.push(backend);

    const host = createHost({
      config,
      secrets,
      service: backend.service,
      storeState: backend,
      page,
      clock,
      ready: () => backend.ready(),
      metrics,
      onSignIn: (outcome) => {
        metrics.countSignIn(outcome.status);
        if (outcome.accepted) log.info(outcome, 'sign-in');
        else
          logDeduplicated({
            level: 'info',
            message: 'sign-in',
            fields: outcome,
            repeatKey: `${outcome.status}`,
          });
      },
      onError: (error, path) => {
        const fields = { path, err: error };
        const repeatKey = kindOfError(error);
        logDeduplicated({
          level: 'error',
          message: 'a request failed in the host',
          fields,
          repeatKey,
        });
      },
    });
    const listener = createListener({
      fetch: (request, env) => host.fetch(request, env),
      onError: (error) => log.error({ err: error }, 'a request failed in the host'),
    });
    const { interceptRequest } = page;
    server.on('request', (incoming, outgoing) => {
      if (interceptRequest === undefined) listener(incoming, outgoing);
      else interceptRequest(incoming, outgoing, () => listener(incoming, outgoing));
    });
    await listen(server, config);
    openResources.push({ close: stop });
    const { sampleKeys, hasOwnData } = backend;
    return { url: urlOf(config.host, addressOf(server)), sampleKeys, hasOwnData, close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { decode } from '../../src/contract/decode.ts';
import { PageSettings } from '../../src/contract/page-settings.ts';
import {
  type Backend,
  type BackendOptions,
  createBuiltInService,
  type openBackend,
} from '../../src/host/backend/backend.ts';
import { readConfig } from '../../src/host/config.ts';
import { contentSecurityPolicy } from '../../src/host/http/headers.ts';
import { openBuiltPage } from '../../src/host/page/page.ts';
import { createLog } from '../../src/host/process/log.ts';
import { type SlowClientLimits, startHost } from '../../src/host/process/start.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { type KeyName, loadSmallWorld } from '../service/small-world.ts';

export const script = `console.log(${JSON.stringify('sightline '.repeat(400))});\n`;

const document = [
  '<!doctype html>',
  '<title>Sightline</title>',
  '<script type="application/json" id="page-settings"></script>',
  '<div id="root"></div>',
].join('\n');

export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-host-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a small built dashboard, and a file outside it that must never be served. Returns its `dist` folder. */
export async function writeBuiltDashboard(): Promise<string> {
  const folder = await createTemporaryFolder();
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'not for anybody');
  await writeFile(join(dist, 'index.html'), document);
  await writeFile(join(dist, 'robots.txt'), 'User-agent: *\n');
  const path = join(dist, 'assets/app-a1b2c3.js');
  await writeFile(path, script);
  await writeFile(`${path}.br`, brotliCompressSync(script));
  await writeFile(`${path}.gz`, gzipSync(script));
  return dist;
}

export interface Call {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface HostResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends one request with any headers, even those that `fetch` forbids, and does not follow redirects. */
export function call(url: string, options: Call = {}): Promise<HostResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        hostname,
        port,
        method: options.method ?? 'GET',
        path: options.path ?? '/',
        headers: options.headers ?? {},
        agent: false,
      },
      async (incoming) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes,
          text: bytes.toString(),
        });
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(options.body);
  });
}

export interface TestHost {
  url: string;
  /** Always defined once `openHost` has resolved. */
  server: Server | undefined;
  /** A key of the small world, by name. */
  key: (name: KeyName) => string;
  /** All lines logged so far. */
  readLog: () => string;
  call: (options?: Call) => Promise<HostResponse>;
  close: () => Promise<void>;
  /** Signs in as the page does. */
  signIn: (apiKey: string, headers?: Record<string, string>) => Promise<HostResponse>;
}

interface HostSettings {
  clock?: () => number;
  limits?: SlowClientLimits;
  backend?: typeof openBackend;
}

/**
 * Opens a host on a free port. Unless `backend` is set, it serves the service at SERVICE_URL if `environment` has one,
 * or else the small world.
 */
export async function openHost(
  environment: Record<string, string> = {},
  { clock = Date.now, limits, backend }: HostSettings = {},
): Promise<TestHost> {
  const store = createMemoryStore();
  const key = await loadSmallWorld(store);
  let log = '';
  let server: Server | undefined;
  const openMemoryBackend = async (options: BackendOptions): Promise<Backend> => {
    const service = await createBuiltInService(store, options);
    return {
      service,
      ready: () => store.ping(),
      sampleKeys: [],
      hasOwnData: true,
      close: () => service.close(),
    };
  };
  const dist = await writeBuiltDashboard();
  const config = readConfig({ PORT: '0', DATA_DIR: await createTemporaryFolder(), ...environment });
  const chosenBackend = backend ?? (config.serviceUrl === null ? openMemoryBackend : undefined);
  const host = await startHost(config, {
    log: createLog({ write: (line) => (log += line) }),
    openPage: (httpServer) => {
      server = httpServer;
      return openBuiltPage(dist, contentSecurityPolicy);
    },
    clock,
    ...(limits && { limits }),
    ...(chosenBackend && { backend: chosenBackend }),
  });
  onTestFinished(() => host.close());
  return {
    url: host.url,
    server,
    key,
    readLog: () => log,
    call: (options) => call(host.url, options),
    close: () => host.close(),
    signIn: (apiKey, headers = {}) =>
      call(host.url, {
        method: 'POST',
        path: '/session',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ apiKey }),
      }),
  };
}

/** Starts a host with its own store, as a process would, on a small dashboard unless `dist` has another. */
export async function startTestHost(environment: Record<string, string>, dist?: string) {
  const folder = dist ?? (await writeBuiltDashboard());
  const host = await startHost(readConfig({ PORT: '0', ...environment }), {
    log: createLog({ write: () => {} }),
    openPage: () => openBuiltPage(folder, contentSecurityPolicy),
  });
  onTestFinished(() => host.close());
  return host;
}

/** Reads the response to a sign-in: the cookie as a browser sends it back, and the ID of the session. */
export function sessionOf(response: HostResponse): { cookie: string; id: string } {
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const settings = decode(PageSettings, JSON.parse(response.text));
  return { cookie, id: settings.ok ? (settings.value.session?.id ?? '') : '' };
}

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface RemoteResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Opens a remote service that records each request and sends the response that `respond` returns; none for null. */
export async function openRemoteService(
  respond: (received: ReceivedRequest) => RemoteResponse | null | Promise<RemoteResponse>,
): Promise<{ url: string; receivedRequests: ReceivedRequest[] }> {
  const receivedRequests: ReceivedRequest[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const received = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body,
    };
    receivedRequests.push(received);
    const response = await respond(received);
    if (response === null) return;
    outgoing.writeHead(response.status, response.headers).end(response.body);
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(
        `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
      );
    });
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url, receivedRequests };
}

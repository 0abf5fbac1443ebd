import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUpstream } from '../../src/host/backend/upstream.ts';
import { openHost } from './harness.ts';

const path = '/v1/clients';
const createGet = () => new Request(`http://host${path}`);
const createPost = () => new Request(`http://host${path}`, { method: 'POST', body: '{}' });
const authorization = 'Bearer sl_x';
const unreachableProblem = { status: 502, type: 'urn:sightline:problem:upstream-unreachable' };
const notReachedProblem = { status: 502, type: 'urn:sightline:problem:upstream-not-reached' };
const timeoutProblem = { status: 504, type: 'urn:sightline:problem:upstream-timeout' };

const validResponse =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

const listenOnFreePort = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

interface RawService {
  base: URL;
  /** Number of connections accepted so far. */
  readonly connections: number;
  /** Resolves when the first connection closes. */
  connectionClosed: Promise<void>;
}

/**
 * Opens a service that responds with raw bytes. `respond` is called for each chunk received, with the
 * number of its connection, from 1.
 */
async function openRawService(
  respond: (socket: Socket, connection: number) => void,
): Promise<RawService> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const firstClose = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => firstClose.resolve());
    socket.on('data', () => respond(socket, connection));
  });
  const base = new URL(`http://127.0.0.1:${await listenOnFreePort(server)}`);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    base,
    connectionClosed: firstClose.promise,
    get connections() {
      return connections;
    },
  };
}

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return { status: response.status, type: (await response.json()).type };
};

const toResponseText = (headerLines: string, body = '') =>
  `HTTP/1.1 200 OK\r\n${headerLines}\r\n\r\n${body}`;

describe('a response', () => {
  it.each([
    ['other than HTTP', 'hello\r\n\r\n'],
    ['with an invalid status', validResponse.replace('200 OK', '999 Odd')],
    ['that switches protocols', 'HTTP/1.1 101 So\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['with a header of 100 kB', toResponseText(`X-Long: ${'a'.repeat(100_000)}`, '{}')],
    ['with two different lengths', toResponseText('Content-Length: 2\r\nContent-Length: 3', '{}')],
    [
      'with a length and chunks',
      toResponseText('Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['shorter than its length', toResponseText('Content-Length: 200', '{"data":[]}')],
    ['with a chunk of invalid size', toResponseText('Transfer-Encoding: chunked', 'zz\r\n{}\r\n')],
    ['with chunks but no last one', toResponseText('Transfer-Encoding: chunked', '2\r\n{}\r\n')],
    ['with invalid gzip', toResponseText('Content-Encoding: gzip\r\nContent-Length: 2', '{}')],
    ['with a line break in a header', toResponseText('X-Odd: a\rb\r\nContent-Length: 2', '{}')],
  ])('%s gives 502 and is logged', async (_, bytes) => {
    const service = await openRawService((socket) => socket.end(bytes));
    const host = await openHost({ SERVICE_URL: service.base.href });
    const response = await host.call({ path, headers: { authorization } });
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect({ status: response.status, type: JSON.parse(response.text).type }).toEqual(
      unreachableProblem,
    );
    expect(host.readLog()).toContain('"route":"SERVICE_URL"');
    expect(host.readLog()).not.toContain('sl_x');
    expect((await host.call({ path: '/healthz' })).status).toBe(200);
  });

  it('with 204 and no body is passed on unchanged', async () => {
    const service = await openRawService((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const response = await createUpstream({ base: service.base }).fetch(createGet());
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });
});

describe('a failed call', () => {
  it('is retried once if it is a read whose connection broke before any response', async () => {
    const service = await openRawService((socket, connection) => {
      if (connection === 1) socket.resetAndDestroy();
      else socket.write(validResponse);
    });
    const response = await createUpstream({ base: service.base }).fetch(createGet());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{}');
    expect(service.connections).toBe(2);
  });

  it('is never retried if it is a POST', async () => {
    const service = await openRawService((socket) => socket.resetAndDestroy());
    const response = await createUpstream({ base: service.base }).fetch(createPost());
    expect(await problemOf(response)).toEqual(unreachableProblem);
    expect(service.connections).toBe(1);
  });

  it.each([
    ['is not HTTP', 'hello\r\n\r\n'],
    ['ends halfway', toResponseText('Content-Length: 200', '{"data":[]}')],
    ['has status 503', 'HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n'],
  ])('is never retried after a response that %s', async (_, bytes) => {
    const service = await openRawService((socket) => socket.end(bytes));
    const response = await createUpstream({ base: service.base }).fetch(createGet());
    expect([502, 503]).toContain(response.status);
    expect(service.connections).toBe(1);
  });
});

describe('the timeout', () => {
  it('ends a response whose body stalls, and its connection to the service', async () => {
    const service = await openRawService((socket) =>
      socket.write(toResponseText('Content-Length: 200', '{')),
    );
    const upstream = createUpstream({ base: service.base, timeoutMs: 100 });
    expect(await problemOf(await upstream.fetch(createGet()))).toEqual(timeoutProblem);
    await service.connectionClosed;
  });

  it('ends an attempt to connect, for a GET and for a POST', async () => {
    const service = await openRawService(() => {});
    // The service never responds to the TLS handshake.
    const base = new URL(service.base.href.replace('http:', 'https:'));
    const upstream = createUpstream({ base, timeoutMs: 100 });
    expect(await problemOf(await upstream.fetch(createGet()))).toEqual(timeoutProblem);
    expect(await problemOf(await upstream.fetch(createPost()))).toEqual(timeoutProblem);
  });

  it('is not awaited after the client disconnects, and the disconnect is not logged', async () => {
    const client = new AbortController();
    let calls = 0;
    const service = await openRawService(() => {
      calls += 1;
      client.abort();
    });
    const errors: unknown[] = [];
    const upstream = createUpstream({ base: service.base, onError: (error) => errors.push(error) });
    await upstream.fetch(new Request(createGet(), { signal: client.signal }));
    await service.connectionClosed;
    expect(calls).toBe(1);
    expect(errors).toEqual([]);
  });
});

describe('the length of a response', () => {
  it('is limited after decompression, so that a decompression bomb cannot fill memory', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, 32));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const service = await openRawService((socket) => {
      socket.write(toResponseText(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}`));
      socket.write(bomb);
    });
    const errors: unknown[] = [];
    const { base } = service;
    const upstream = createUpstream({
      base,
      maxBodyBytes: 1024 * 1024,
      onError: (e) => errors.push(e),
    });
    expect(await problemOf(await upstream.fetch(createGet()))).toEqual(unreachableProblem);
    expect(errors.map(String)).toEqual(['RangeError: The response is longer than 1048576 bytes.']);
    const roomyUpstream = createUpstream({ base, maxBodyBytes: 16 * 1024 * 1024 });
    expect((await (await roomyUpstream.fetch(createGet())).text()).length).toBe(8 * 1024 * 1024);
  });

  it('may equal the limit; a longer response is not read to its end', async () => {
    const service = await openRawService((socket, connection) => {
      const length = connection === 1 ? 1_000 : 1_001;
      // The second response never arrives in full, so the call ends only if reading stops early.
      const announcedLength = connection === 1 ? length : 1_000_000;
      socket.write(
        toResponseText(
          `Connection: close\r\nContent-Length: ${announcedLength}`,
          '1'.repeat(length),
        ),
      );
      if (connection === 1) socket.end();
    });
    const upstream = createUpstream({ base: service.base, maxBodyBytes: 1_000 });
    expect((await upstream.fetch(createGet())).status).toBe(200);
    expect(await problemOf(await upstream.fetch(createGet()))).toEqual(unreachableProblem);
  });
});

describe('a certificate', () => {
  // Keys and certificates for 127.0.0.1, made for tests only.
  const pemFile = (name: string) => resolve(import.meta.dirname, `../faults/${name}.pem`);
  const selfSignedFile = pemFile('self-signed');

  async function openTlsService(pem = readFileSync(selfSignedFile)) {
    const service = { url: '', connections: 0, calls: 0 };
    const server = createTlsServer({ key: pem, cert: pem }, (_, outgoing) => {
      service.calls += 1;
      outgoing.end('{}');
    });
    server.on('connection', () => {
      service.connections += 1;
    });
    service.url = `https://127.0.0.1:${await listenOnFreePort(server)}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return service;
  }

  it('that is self-signed ends the call before the key is sent, and the log says why and what to do', async () => {
    const service = await openTlsService();
    const host = await openHost({ SERVICE_URL: service.url });
    const response = await host.call({ path, headers: { authorization } });
    expect({ status: response.status, type: JSON.parse(response.text).type }).toEqual(
      notReachedProblem,
    );
    expect(service).toMatchObject({ connections: 1, calls: 0 });
    expect(host.readLog()).toContain('self-signed certificate');
    expect(host.readLog()).toContain('NODE_EXTRA_CA_CERTS');
    expect(host.readLog()).not.toContain('sl_x');
  });

  /** Calls a service from a separate process, because Node reads NODE_EXTRA_CA_CERTS only when it starts. */
  async function callFromProcess(url: string, env: Record<string, string>) {
    const source = resolve(import.meta.dirname, '../../src/host/backend/upstream.ts');
    const script = `
      const { createUpstream } = await import(${JSON.stringify(source)});
      let logged = '';
      const onError = (error) => { logged = error.message; };
      const upstream = createUpstream({ base: new URL(${JSON.stringify(url)}), onError });
      const response = await upstream.fetch(
        new Request('http://host${path}', { method: 'POST', body: '{}' }),
      );
      const { type = null } = await response.json();
      process.stdout.write(JSON.stringify({ status: response.status, type, logged }));`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout);
  }

  it('is accepted if NODE_EXTRA_CA_CERTS contains it', async () => {
    const service = await openTlsService();
    expect(await callFromProcess(service.url, {})).toMatchObject(notReachedProblem);
    expect(
      await callFromProcess(service.url, { NODE_EXTRA_CA_CERTS: selfSignedFile }),
    ).toMatchObject({
      status: 200,
    });
    expect(service.calls).toBe(1);
  });

  it('for another host name ends the call before the request is sent, even if it is trusted', async () => {
    const service = await openTlsService();
    const url = service.url.replace('127.0.0.1', 'localhost');
    expect(await callFromProcess(url, { NODE_EXTRA_CA_CERTS: selfSignedFile })).toEqual({
      ...notReachedProblem,
      logged: expect.stringContaining('is for another host name'),
    });
    expect(service.calls).toBe(0);
  });

  it('that has expired ends the call before the request is sent', async () => {
    const expiredFile = pemFile('expired');
    const service = await openTlsService(readFileSync(expiredFile));
    expect(await callFromProcess(service.url, { NODE_EXTRA_CA_CERTS: expiredFile })).toEqual({
      ...notReachedProblem,
      logged: expect.stringContaining('has expired'),
    });
    expect(service.calls).toBe(0);
  });
});

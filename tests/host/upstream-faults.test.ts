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
const get = () => new Request(`http://host${path}`);
const post = () => new Request(`http://host${path}`, { method: 'POST', body: '{}' });
const authorization = 'Bearer sl_x';
const unreachable = { status: 502, type: 'urn:sightline:problem:upstream-unreachable' };
const notReached = { status: 502, type: 'urn:sightline:problem:upstream-not-reached' };
const tooLate = { status: 504, type: 'urn:sightline:problem:upstream-timeout' };

const whole = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

interface Speaker {
  base: URL;
  /** Connections taken so far. */
  readonly connections: number;
  /** Resolves when the service elsewhere loses a connection. */
  lost: Promise<void>;
}

/** A service that answers in bytes of its own, told which connection it is on, from 1. */
async function openSpeaker(speak: (socket: Socket, connection: number) => void): Promise<Speaker> {
  let connections = 0;
  const sockets = new Set<Socket>();
  let lose = (): void => {};
  const lost = new Promise<void>((found) => {
    lose = found;
  });
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => lose());
    socket.on('data', () => speak(socket, connection));
  });
  const base = new URL(`http://127.0.0.1:${await portOf(server)}`);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    base,
    lost,
    get connections() {
      return connections;
    },
  };
}

const typeOf = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  return { status: answer.status, type: (await answer.json()).type };
};

const head = (lines: string, body = '') => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\n${body}`;

describe('an answer that is no whole HTTP', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a status that is none', whole.replace('200 OK', '999 Odd')],
    ['a switch of protocols', 'HTTP/1.1 101 So\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['headers past every limit', head(`X-Long: ${'a'.repeat(100_000)}`, '{}')],
    ['two lengths that differ', head('Content-Length: 2\r\nContent-Length: 3', '{}')],
    [
      'a length and chunks',
      head('Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['less than its length', head('Content-Length: 200', '{"data":[]}')],
    ['a chunk of no size', head('Transfer-Encoding: chunked', 'zz\r\n{}\r\n')],
    ['chunks without an end', head('Transfer-Encoding: chunked', '2\r\n{}\r\n')],
    ['gzip that is none', head('Content-Encoding: gzip\r\nContent-Length: 2', '{}')],
    ['a header with a break in it', head('X-Odd: a\rb\r\nContent-Length: 2', '{}')],
  ])('%s is a 502, logged', async (_, bytes) => {
    const speaker = await openSpeaker((socket) => socket.end(bytes));
    const host = await openHost({ SERVICE_URL: speaker.base.href });
    const answer = await host.call({ path, headers: { authorization } });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect({ status: answer.status, type: JSON.parse(answer.text).type }).toEqual(unreachable);
    expect(host.logged()).toContain('"route":"SERVICE_URL"');
    expect(host.logged()).not.toContain('sl_x');
    expect((await host.call({ path: '/healthz' })).status).toBe(200);
  });

  it('that has no body by its status passes as it is', async () => {
    const speaker = await openSpeaker((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const answer = await createUpstream({ base: speaker.base }).fetch(get());
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
  });
});

describe('a call is made again', () => {
  it('once, for a read whose connection broke before any answer', async () => {
    const speaker = await openSpeaker((socket, connection) => {
      if (connection === 1) socket.resetAndDestroy();
      else socket.write(whole);
    });
    const answer = await createUpstream({ base: speaker.base }).fetch(get());
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('{}');
    expect(speaker.connections).toBe(2);
  });

  it('never for a note', async () => {
    const speaker = await openSpeaker((socket) => socket.resetAndDestroy());
    const answer = await createUpstream({ base: speaker.base }).fetch(post());
    expect(await typeOf(answer)).toEqual(unreachable);
    expect(speaker.connections).toBe(1);
  });

  it.each([
    ['is no HTTP', 'hello\r\n\r\n'],
    ['ends half-way', head('Content-Length: 200', '{"data":[]}')],
    ['is a failure', 'HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n'],
  ])('never for an answer that %s', async (_, bytes) => {
    const speaker = await openSpeaker((socket) => socket.end(bytes));
    const answer = await createUpstream({ base: speaker.base }).fetch(get());
    expect([502, 503]).toContain(answer.status);
    expect(speaker.connections).toBe(1);
  });
});

describe('time', () => {
  it('ends an answer whose body stops, and the call to the service with it', async () => {
    const speaker = await openSpeaker((socket) => socket.write(head('Content-Length: 200', '{')));
    const upstream = createUpstream({ base: speaker.base, timeoutMs: 100 });
    expect(await typeOf(await upstream.fetch(get()))).toEqual(tooLate);
    await speaker.lost;
  });

  it('ends a connection that is never made, for a read and for a note', async () => {
    const speaker = await openSpeaker(() => {});
    // Says nothing to a TLS greeting, so the connection stays half made.
    const base = new URL(speaker.base.href.replace('http:', 'https:'));
    const upstream = createUpstream({ base, timeoutMs: 100 });
    expect(await typeOf(await upstream.fetch(get()))).toEqual(tooLate);
    expect(await typeOf(await upstream.fetch(post()))).toEqual(tooLate);
  });

  it('is not spent on a client that went away, nor is that logged', async () => {
    const client = new AbortController();
    let calls = 0;
    const speaker = await openSpeaker(() => {
      calls += 1;
      client.abort();
    });
    const errors: unknown[] = [];
    const upstream = createUpstream({ base: speaker.base, onError: (error) => errors.push(error) });
    await upstream.fetch(new Request(get(), { signal: client.signal }));
    await speaker.lost;
    expect(calls).toBe(1);
    expect(errors).toEqual([]);
  });
});

describe('the length of an answer', () => {
  it('is limited as unpacked, so that a small one that unpacks without end fills nothing', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, 32));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const speaker = await openSpeaker((socket) => {
      socket.write(head(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}`));
      socket.write(bomb);
    });
    const errors: unknown[] = [];
    const { base } = speaker;
    const upstream = createUpstream({
      base,
      bodyLimit: 1024 * 1024,
      onError: (e) => errors.push(e),
    });
    expect(await typeOf(await upstream.fetch(get()))).toEqual(unreachable);
    expect(errors.map(String)).toEqual(['RangeError: The response is longer than 1048576 bytes.']);
    const roomy = createUpstream({ base, bodyLimit: 16 * 1024 * 1024 });
    expect((await (await roomy.fetch(get())).text()).length).toBe(8 * 1024 * 1024);
  });

  it('may be exactly the limit, and what is longer is read no further', async () => {
    const speaker = await openSpeaker((socket, connection) => {
      const length = connection === 1 ? 1_000 : 1_001;
      // More is announced than ever comes: only giving up early ends the second call.
      const announced = connection === 1 ? length : 1_000_000;
      socket.write(head(`Connection: close\r\nContent-Length: ${announced}`, '1'.repeat(length)));
      if (connection === 1) socket.end();
    });
    const upstream = createUpstream({ base: speaker.base, bodyLimit: 1_000 });
    expect((await upstream.fetch(get())).status).toBe(200);
    expect(await typeOf(await upstream.fetch(get()))).toEqual(unreachable);
  });
});

describe('a certificate', () => {
  // Keys and certificates of nobody, made for this test, for 127.0.0.1.
  const pemFile = (name: string) => resolve(import.meta.dirname, `../faults/${name}.pem`);
  const file = pemFile('self-signed');

  async function openTls(pem = readFileSync(file)) {
    const seen = { url: '', connections: 0, calls: 0 };
    const server = createTlsServer({ key: pem, cert: pem }, (_, outgoing) => {
      seen.calls += 1;
      outgoing.end('{}');
    });
    server.on('connection', () => {
      seen.connections += 1;
    });
    seen.url = `https://127.0.0.1:${await portOf(server)}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return seen;
  }

  it('that nobody vouches for ends the call before the key is sent, and the log says why and what to do', async () => {
    const service = await openTls();
    const host = await openHost({ SERVICE_URL: service.url });
    const answer = await host.call({ path, headers: { authorization } });
    expect({ status: answer.status, type: JSON.parse(answer.text).type }).toEqual(notReached);
    expect(service).toMatchObject({ connections: 1, calls: 0 });
    expect(host.logged()).toContain('self-signed certificate');
    expect(host.logged()).toContain('NODE_EXTRA_CA_CERTS');
    expect(host.logged()).not.toContain('sl_x');
  });

  /** Asks a service from a process of its own, which reads NODE_EXTRA_CA_CERTS at its start. */
  async function ask(url: string, env: Record<string, string>) {
    const source = resolve(import.meta.dirname, '../../src/host/backend/upstream.ts');
    const script = `
      const { createUpstream } = await import(${JSON.stringify(source)});
      let said = '';
      const onError = (error) => { said = error.message; };
      const upstream = createUpstream({ base: new URL(${JSON.stringify(url)}), onError });
      const answer = await upstream.fetch(
        new Request('http://host${path}', { method: 'POST', body: '{}' }),
      );
      const { type = null } = await answer.json();
      process.stdout.write(JSON.stringify({ status: answer.status, type, said }));`;
    const words = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    return JSON.parse(stdout);
  }

  it('is taken where NODE_EXTRA_CA_CERTS vouches for it', async () => {
    const service = await openTls();
    expect(await ask(service.url, {})).toMatchObject(notReached);
    expect(await ask(service.url, { NODE_EXTRA_CA_CERTS: file })).toMatchObject({ status: 200 });
    expect(service.calls).toBe(1);
  });

  it('for another name ends the call before anything is sent, whoever vouches for it', async () => {
    const service = await openTls();
    const url = service.url.replace('127.0.0.1', 'localhost');
    expect(await ask(url, { NODE_EXTRA_CA_CERTS: file })).toEqual({
      ...notReached,
      said: expect.stringContaining('is for another name'),
    });
    expect(service.calls).toBe(0);
  });

  it('that has expired does too', async () => {
    const expired = pemFile('expired');
    const service = await openTls(readFileSync(expired));
    expect(await ask(service.url, { NODE_EXTRA_CA_CERTS: expired })).toEqual({
      ...notReached,
      said: expect.stringContaining('has expired'),
    });
    expect(service.calls).toBe(0);
  });
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { waitOptions } from '../setup/wait-options.ts';
import { call, openHost, openRemoteService } from './harness.ts';

const socketCount = 1_000;

/** Connects and sends the beginning of a request. */
async function beginRequest(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const beginnings = [
  'GET /v1/clients HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  'POST /session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
];

it('a thousand slow clients do not block others', async () => {
  const host = await openHost(
    {},
    { limits: { headers: 300_000, request: 300_000, idle: 300_000 } },
  );
  const slowSockets = await Promise.all(
    Array.from({ length: socketCount }, (_, n) => beginRequest(host.url, beginnings[n % 2] ?? '')),
  );
  const headers = { authorization: `Bearer ${host.key('agency')}` };
  for (let round = 0; round < 50; round += 1) {
    for (const socket of slowSockets) socket.write('a');
    const response = await call(host.url, { path: '/v1/clients', headers });
    expect(response.status).toBe(200);
  }
  expect(slowSockets.filter((socket) => !socket.destroyed)).toHaveLength(socketCount);
  for (const socket of slowSockets) socket.destroy();
});

it('a client has ten seconds for its headers, twenty for its request and thirty between bytes', async () => {
  const { server } = await openHost();
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 20_000, timeout: 30_000 });
});

it('a client that does not read its response is disconnected', async () => {
  const remoteService = await openRemoteService(() => ({
    status: 200,
    body: Buffer.alloc(16 * 1024 * 1024, 'a'),
  }));
  const host = await openHost(
    { SERVICE_URL: remoteService.url },
    { limits: { headers: 10_000, request: 20_000, idle: 1_000 } },
  );
  const countConnections = () =>
    new Promise<number>((resolve) => host.server?.getConnections((_, count) => resolve(count)));
  const { hostname, port } = new URL(host.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  await vi.waitFor(async () => expect(await countConnections()).toBe(1), waitOptions);
  socket.write('GET /v1/clients HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\n\r\n');
  await vi.waitFor(() => expect(remoteService.receivedRequests).toHaveLength(1), waitOptions);
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), waitOptions);
  socket.destroy();
});

it('a client is not disconnected for silence while the host works on its response', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const remoteService = await openRemoteService(async () => {
    await released;
    return { status: 200, body: '{"data":[]}' };
  });
  const host = await openHost({ SERVICE_URL: remoteService.url });
  const sockets: Socket[] = [];
  host.server?.on('connection', (socket: Socket) => sockets.push(socket));
  const client = await beginRequest(
    host.url,
    'GET /v1/clients HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\n\r\n',
  );
  await vi.waitFor(() => expect(remoteService.receivedRequests).toHaveLength(1), waitOptions);
  const [socket] = sockets;
  socket?.emit('timeout');
  expect(socket?.destroyed).toBe(false);
  release();
  const [received] = await once(client, 'data');
  expect(String(received)).toMatch(/^HTTP\/1\.1 200 /);
  socket?.emit('timeout');
  expect(socket?.destroyed).toBe(true);
  client.destroy();
});

it('a client is not disconnected while the host works on the first of two pipelined requests', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const remoteService = await openRemoteService(async () => {
    await released;
    return { status: 200, body: '{"data":[]}' };
  });
  const host = await openHost({ SERVICE_URL: remoteService.url });
  const sockets: Socket[] = [];
  host.server?.on('connection', (socket: Socket) => sockets.push(socket));
  const responses: ServerResponse[] = [];
  host.server?.on('request', (_, response) => responses.push(response));
  const client = await beginRequest(
    host.url,
    'GET /v1/clients HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer k\r\n\r\n' +
      'GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  );
  await vi.waitFor(() => expect(remoteService.receivedRequests).toHaveLength(1), waitOptions);
  await vi.waitFor(() => expect(responses[1]?.writableEnded).toBe(true), waitOptions);
  const [socket] = sockets;
  socket?.emit('timeout');
  expect(socket?.destroyed).toBe(false);
  release();
  const [received] = await once(client, 'data');
  expect(String(received)).toMatch(/^HTTP\/1\.1 200 /);
  client.destroy();
});

it('a client that does not complete its headers or its request in time gets 408', async () => {
  const host = await openHost({}, { limits: { headers: 200, request: 400, idle: 20_000 } });
  for (const beginning of beginnings) {
    const socket = await beginRequest(host.url, beginning);
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
  }
});

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openProxy } from './proxy.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

interface FakeServer {
  url: string;
  /** Everything it received, over all connections. */
  received: () => string;
}

/** Opens a server that responds to each chunk with the alphabet. */
async function openServer(): Promise<FakeServer> {
  let received = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += String(bytes);
      socket.write(alphabet);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, received: () => received };
}

interface Connection {
  socket: Socket;
  received: () => string;
  /** Resolves with everything received, once that many bytes have arrived in total. */
  waitForBytes: (bytes: number) => Promise<string>;
  /** Resolves when the connection ends, with its error code; null if it closed normally. */
  ended: Promise<string | null>;
}

function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  let code: string | null = null;
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code ?? '';
  });
  socket.on('data', (bytes) => {
    received += String(bytes);
  });
  const ended = new Promise<string | null>((resolve) => {
    socket.on('close', () => resolve(code));
  });
  const waitForBytes = async (bytes: number): Promise<string> => {
    while (received.length < bytes) await once(socket, 'data');
    return received;
  };
  return { socket, received: () => received, waitForBytes, ended };
}

/** Creates a `wait` whose promises resolve only when the test releases them, and which records the requested times. */
function createManualWaits() {
  const requestedWaits: number[] = [];
  const heldWaits: (() => void)[] = [];
  let onWait = (): void => {};
  return {
    requestedWaits,
    wait: (milliseconds: number): Promise<void> => {
      requestedWaits.push(milliseconds);
      return new Promise((resolve) => {
        heldWaits.push(resolve);
        onWait();
      });
    },
    /** Releases the next wait, as soon as there is one. */
    async release(): Promise<void> {
      if (heldWaits.length === 0) {
        await new Promise<void>((resolve) => {
          onWait = resolve;
        });
      }
      heldWaits.shift()?.();
    },
  };
}

it('the proxy passes bytes in both directions unchanged, and counts connections', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.url);
  const first = openConnection(proxy.url);
  first.socket.write('one');
  expect(await first.waitForBytes(26)).toBe(alphabet);
  first.socket.write('two');
  expect(await first.waitForBytes(52)).toBe(alphabet + alphabet);
  const second = openConnection(proxy.url);
  second.socket.write('three');
  expect(await second.waitForBytes(26)).toBe(alphabet);
  expect(server.received()).toBe('onetwothree');
  expect(proxy.connections).toBe(2);
});

it('the proxy adds latency before each slice', async () => {
  const waits = createManualWaits();
  const proxy = await openProxy((await openServer()).url, waits);
  await proxy.setFault({ latencyMs: 70, sliceBytes: 10 });
  const client = openConnection(proxy.url);
  client.socket.write('a');
  for (const expected of [10, 20, 26]) {
    await waits.release();
    expect(await client.waitForBytes(expected)).toBe(alphabet.slice(0, expected));
  }
  expect(waits.requestedWaits).toEqual([70, 70, 70]);
});

it('the proxy splits responses into slices and passes one at a time', async () => {
  const waits = createManualWaits();
  const proxy = await openProxy((await openServer()).url, waits);
  await proxy.setFault({ sliceBytes: 1, latencyMs: 1 });
  const client = openConnection(proxy.url);
  client.socket.write('a');
  for (let byte = 1; byte <= 26; byte += 1) {
    await waits.release();
    expect(await client.waitForBytes(byte)).toBe(alphabet.slice(0, byte));
  }
});

it('the proxy limits the bytes per second', async () => {
  const requestedWaits: number[] = [];
  const proxy = await openProxy((await openServer()).url, {
    wait: async (milliseconds) => requestedWaits.push(milliseconds),
  });
  await proxy.setFault({ bytesPerSecond: 100, sliceBytes: 20 });
  const client = openConnection(proxy.url);
  client.socket.write('a');
  expect(await client.waitForBytes(26)).toBe(alphabet);
  expect(requestedWaits).toEqual([200, 60]);
});

it('the proxy closes a connection normally after the given number of bytes, even if it was already open', async () => {
  const proxy = await openProxy((await openServer()).url);
  const client = openConnection(proxy.url);
  client.socket.write('a');
  await client.waitForBytes(26);
  await proxy.setFault({ cutAfter: 30 });
  client.socket.write('a');
  expect(await client.ended).toBeNull();
  expect(client.received()).toBe(`${alphabet}abcd`);
});

it.each([0, 7])('the proxy resets a connection after %i bytes', async (resetAfter) => {
  const server = await openServer();
  const proxy = await openProxy(server.url);
  await proxy.setFault({ resetAfter });
  const client = openConnection(proxy.url);
  client.socket.write('a');
  expect(await client.ended).toMatch(/^(?:ECONNRESET|EPIPE)$/);
  // A reset may discard bytes sent just before it.
  expect(alphabet.slice(0, resetAfter).startsWith(client.received())).toBe(true);
});

it('a silent proxy passes nothing in either direction', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.url);
  await proxy.setFault({ isSilent: true });
  const client = openConnection(proxy.url);
  client.socket.end('a');
  expect(await client.ended).toBeNull();
  expect(client.received()).toBe('');
  expect(server.received()).toBe('');
  expect(proxy.connections).toBe(1);
});

it('the proxy closes open connections, and refuses new ones until the fault ends', async () => {
  const proxy = await openProxy((await openServer()).url);
  const before = openConnection(proxy.url);
  before.socket.write('a');
  await before.waitForBytes(26);
  await proxy.setFault({ isRefusing: true });
  await before.ended;
  expect(await openConnection(proxy.url).ended).toBe('ECONNREFUSED');
  expect(proxy.connections).toBe(1);
  await proxy.setFault({});
  const after = openConnection(proxy.url);
  after.socket.write('a');
  expect(await after.waitForBytes(26)).toBe(alphabet);
});

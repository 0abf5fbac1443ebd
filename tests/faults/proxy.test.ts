import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openProxy } from './proxy.ts';

const answer = 'abcdefghijklmnopqrstuvwxyz';

interface Far {
  url: string;
  /** What reached it, over all connections. */
  heard: () => string;
}

/** A server that answers each piece it gets with the alphabet. */
async function openFar(): Promise<Far> {
  let heard = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard += String(bytes);
      socket.write(answer);
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
  return { url: `http://127.0.0.1:${port}`, heard: () => heard };
}

interface Near {
  socket: Socket;
  received: () => string;
  /** Resolves once so many bytes are here in all. */
  upTo: (bytes: number) => Promise<string>;
  /** Resolves at the end of the connection with the code it broke by; null where it ended in order. */
  ended: Promise<string | null>;
}

function open(url: string): Near {
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
  const upTo = async (bytes: number): Promise<string> => {
    while (received.length < bytes) await once(socket, 'data');
    return received;
  };
  return { socket, received: () => received, upTo, ended };
}

/** Waits that last until they are let go, one at a time. */
function heldWaits() {
  const asked: number[] = [];
  const held: (() => void)[] = [];
  let arrived = (): void => {};
  return {
    asked,
    wait: (milliseconds: number): Promise<void> => {
      asked.push(milliseconds);
      return new Promise((resolve) => {
        held.push(resolve);
        arrived();
      });
    },
    /** Ends the next wait, as soon as there is one. */
    async next(): Promise<void> {
      if (held.length === 0) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      held.shift()?.();
    },
  };
}

it('passes bytes both ways as they come, and counts connections', async () => {
  const far = await openFar();
  const proxy = await openProxy(far.url);
  const first = open(proxy.url);
  first.socket.write('one');
  expect(await first.upTo(26)).toBe(answer);
  first.socket.write('two');
  expect(await first.upTo(52)).toBe(answer + answer);
  const second = open(proxy.url);
  second.socket.write('three');
  expect(await second.upTo(26)).toBe(answer);
  expect(far.heard()).toBe('onetwothree');
  expect(proxy.connections).toBe(2);
});

it('adds latency before each piece', async () => {
  const waits = heldWaits();
  const proxy = await openProxy((await openFar()).url, waits);
  await proxy.fault({ latencyMs: 70, slice: 10 });
  const near = open(proxy.url);
  near.socket.write('a');
  for (const expected of [10, 20, 26]) {
    await waits.next();
    expect(await near.upTo(expected)).toBe(answer.slice(0, expected));
  }
  expect(waits.asked).toEqual([70, 70, 70]);
});

it('slices answers into pieces, of which one passes at a time', async () => {
  const waits = heldWaits();
  const proxy = await openProxy((await openFar()).url, waits);
  await proxy.fault({ slice: 1, latencyMs: 1 });
  const near = open(proxy.url);
  near.socket.write('a');
  for (let byte = 1; byte <= 26; byte += 1) {
    await waits.next();
    expect(await near.upTo(byte)).toBe(answer.slice(0, byte));
  }
});

it('limits bytes a second', async () => {
  const asked: number[] = [];
  const proxy = await openProxy((await openFar()).url, {
    wait: async (milliseconds) => asked.push(milliseconds),
  });
  await proxy.fault({ bytesASecond: 100, slice: 20 });
  const near = open(proxy.url);
  near.socket.write('a');
  expect(await near.upTo(26)).toBe(answer);
  expect(asked).toEqual([200, 60]);
});

it('cuts in order after so many bytes, also a connection that is open', async () => {
  const proxy = await openProxy((await openFar()).url);
  const near = open(proxy.url);
  near.socket.write('a');
  await near.upTo(26);
  await proxy.fault({ cutAfter: 30 });
  near.socket.write('a');
  expect(await near.ended).toBeNull();
  expect(near.received()).toBe(`${answer}abcd`);
});

it.each([0, 7])('resets after %i bytes', async (resetAfter) => {
  const far = await openFar();
  const proxy = await openProxy(far.url);
  await proxy.fault({ resetAfter });
  const near = open(proxy.url);
  near.socket.write('a');
  expect(await near.ended).toMatch(/^(?:ECONNRESET|EPIPE)$/);
  // A reset may throw away what was sent just before it, and never lets more through.
  expect(answer.slice(0, resetAfter).startsWith(near.received())).toBe(true);
});

it('keeps silent both ways', async () => {
  const far = await openFar();
  const proxy = await openProxy(far.url);
  await proxy.fault({ silent: true });
  const near = open(proxy.url);
  near.socket.end('a');
  expect(await near.ended).toBeNull();
  expect(near.received()).toBe('');
  expect(far.heard()).toBe('');
  expect(proxy.connections).toBe(1);
});

it('refuses connections and closes open ones, until told otherwise', async () => {
  const proxy = await openProxy((await openFar()).url);
  const before = open(proxy.url);
  before.socket.write('a');
  await before.upTo(26);
  await proxy.fault({ refuse: true });
  await before.ended;
  expect(await open(proxy.url).ended).toBe('ECONNREFUSED');
  expect(proxy.connections).toBe(1);
  await proxy.fault({});
  const again = open(proxy.url);
  again.socket.write('a');
  expect(await again.upTo(26)).toBe(answer);
});

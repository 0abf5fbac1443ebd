import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** What goes wrong between two programs. Without any of it, bytes pass as they come. */
export interface NetworkFault {
  /** Milliseconds before each piece of an answer. */
  latencyMs?: number;
  /** Closes the connection in order after so many bytes of answer. */
  cutAfter?: number;
  /** Resets the connection after so many bytes of answer; 0 before any. */
  resetAfter?: number;
  /** Passes answers in pieces of so many bytes. */
  slice?: number;
  /** At most so many bytes of answer a second. */
  bytesASecond?: number;
  /** Takes connections and never passes anything. */
  silent?: boolean;
  /** Takes no connection, and closes those that are open. */
  refuse?: boolean;
}

export interface FaultProxy {
  url: string;
  /** From now on, for connections that begin and those that are open; resolves once it is so. */
  fault: (fault: NetworkFault) => Promise<void>;
  /** Connections taken so far. */
  readonly connections: number;
}

export interface ProxyOptions {
  /** Waits so many milliseconds. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** Pieces of at most `size` bytes. */
function* piecesOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

/** A TCP proxy before an address, which breaks what passes through it as it is told. */
export async function openProxy(
  target: string,
  { wait = (milliseconds) => after(milliseconds) }: ProxyOptions = {},
): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let fault: NetworkFault = {};
  let connections = 0;

  /** Passes a piece of answer to whoever is near, after `passed` bytes before it. */
  async function pass(bytes: Buffer, passed: number, near: Socket): Promise<void> {
    const { latencyMs, cutAfter = Number.POSITIVE_INFINITY, slice, bytesASecond } = fault;
    const { resetAfter = Number.POSITIVE_INFINITY } = fault;
    const limit = Math.min(cutAfter, resetAfter);
    const allowed = bytes.subarray(0, Math.max(0, limit - passed));
    for (const piece of piecesOf(allowed, slice ?? Math.max(1, allowed.length))) {
      if (latencyMs !== undefined) await wait(latencyMs);
      if (bytesASecond !== undefined) await wait((piece.length / bytesASecond) * 1000);
      if (near.destroyed) return;
      near.write(piece);
    }
    if (passed + bytes.length < limit) return;
    if (cutAfter <= limit) near.end();
    else near.resetAndDestroy();
  }

  function join(near: Socket): void {
    connections += 1;
    open.add(near);
    near.on('error', () => {}).on('close', () => open.delete(near));
    if (fault.resetAfter === 0) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    let passed = 0;
    let passing = Promise.resolve();
    near.on('data', (bytes) => {
      if (!fault.silent) far.write(bytes);
    });
    near.on('close', () => far.destroy());
    far.on('error', () => near.destroy());
    far.on('data', (bytes) => {
      if (fault.silent) return;
      const before = passed;
      passed += bytes.length;
      passing = passing.then(() => pass(bytes, before, near));
    });
    far.on('close', () => {
      passing = passing.then(() => void near.end());
    });
  }

  const server = createServer(join);
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const ownPort = await listen(0);
  onTestFinished(refuse);
  return {
    url: `http://127.0.0.1:${ownPort}`,
    fault: async (given) => {
      fault = given;
      if (given.refuse) await refuse();
      else if (!server.listening) await listen(ownPort);
    },
    get connections() {
      return connections;
    },
  };
}

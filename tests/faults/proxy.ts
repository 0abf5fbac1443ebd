import { connect, createServer, type Socket } from 'node:net';
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
}

export interface FaultProxy {
  url: string;
  /** From now on, for connections that begin and those that are open. */
  fault: (fault: NetworkFault) => void;
  /** Connections taken so far. */
  readonly connections: number;
}

/** Pieces of at most `size` bytes. */
function* piecesOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

const after = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A TCP proxy before an address, which breaks what passes through it as it is told. */
export async function openProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let fault: NetworkFault = {};
  let connections = 0;

  async function pass(bytes: Buffer, passed: number, near: Socket): Promise<void> {
    const { latencyMs, cutAfter, resetAfter, slice, bytesASecond } = fault;
    const limit = Math.min(
      cutAfter ?? Number.POSITIVE_INFINITY,
      resetAfter ?? Number.POSITIVE_INFINITY,
    );
    const allowed = bytes.subarray(0, Math.max(0, limit - passed));
    for (const piece of piecesOf(allowed, slice ?? Math.max(1, allowed.length))) {
      if (latencyMs !== undefined) await after(latencyMs);
      if (bytesASecond !== undefined) await after((piece.length / bytesASecond) * 1000);
      if (!near.destroyed) near.write(piece);
    }
    if (passed + bytes.length < limit || limit === Number.POSITIVE_INFINITY) return;
    if (cutAfter !== undefined && cutAfter <= limit) near.end();
    else near.resetAndDestroy();
  }

  const server = createServer((near) => {
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
      const before = passed;
      passed += bytes.length;
      passing = passing.then(() => pass(bytes, before, near));
    });
    far.on('close', () => {
      passing = passing.then(() => void near.end());
    });
  });
  const address = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      resolve(typeof at === 'object' && at !== null ? at.port : 0);
    });
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return {
    url: `http://127.0.0.1:${address}`,
    fault: (given) => {
      fault = given;
    },
    get connections() {
      return connections;
    },
  };
}

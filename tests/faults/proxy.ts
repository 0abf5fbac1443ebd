import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A network fault between two programs. Without any field, bytes pass unchanged. */
export interface NetworkFault {
  /** Delays each slice of a response by this many milliseconds. */
  latencyMs?: number;
  /** Closes the connection normally after this many bytes of response. */
  cutAfter?: number;
  /**
   * Resets the connection after this many bytes of response. With 0, new connections are reset at once, and open ones
   * at the next byte of a response.
   */
  resetAfter?: number;
  /** Passes responses in slices of this many bytes. */
  sliceBytes?: number;
  /** Limits the rate of responses. */
  bytesPerSecond?: number;
  /** Accepts connections but passes nothing. */
  isSilent?: boolean;
  /** Refuses connections, and closes open ones. */
  isRefusing?: boolean;
}

export interface FaultProxy {
  url: string;
  /** Sets the fault of new and open connections; resolves once it applies. */
  setFault: (fault: NetworkFault) => Promise<void>;
  /** The number of connections accepted so far. */
  readonly connections: number;
}

export interface ProxyOptions {
  /** Replaces the timer that delays slices. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** Splits bytes into slices of at most `size` bytes. */
function* splitBytes(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

/** Opens a TCP proxy in front of an address. Tests can make it simulate network faults. */
export async function openProxy(
  target: string,
  { wait = (milliseconds) => pause(milliseconds) }: ProxyOptions = {},
): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const openSockets = new Set<Socket>();
  let fault: NetworkFault = {};
  let connections = 0;

  /** Passes a chunk of a response to the client; `passedBytes` is the number of bytes received before it. */
  async function pass(bytes: Buffer, passedBytes: number, clientSocket: Socket): Promise<void> {
    const { latencyMs, cutAfter = Number.POSITIVE_INFINITY, sliceBytes, bytesPerSecond } = fault;
    const { resetAfter = Number.POSITIVE_INFINITY } = fault;
    const limit = Math.min(cutAfter, resetAfter);
    const allowedBytes = bytes.subarray(0, Math.max(0, limit - passedBytes));
    for (const slice of splitBytes(allowedBytes, sliceBytes ?? Math.max(1, allowedBytes.length))) {
      if (latencyMs !== undefined) await wait(latencyMs);
      if (bytesPerSecond !== undefined) await wait((slice.length / bytesPerSecond) * 1000);
      if (clientSocket.destroyed) return;
      clientSocket.write(slice);
    }
    if (passedBytes + bytes.length < limit) return;
    if (cutAfter <= limit) clientSocket.end();
    else clientSocket.resetAndDestroy();
  }

  function acceptConnection(clientSocket: Socket): void {
    connections += 1;
    openSockets.add(clientSocket);
    clientSocket.on('error', () => {}).on('close', () => openSockets.delete(clientSocket));
    if (fault.resetAfter === 0) {
      clientSocket.resetAndDestroy();
      return;
    }
    const serverSocket = connect(Number(port), hostname);
    let passedBytes = 0;
    let lastPass = Promise.resolve();
    clientSocket.on('data', (bytes) => {
      if (!fault.isSilent) serverSocket.write(bytes);
    });
    clientSocket.on('close', () => serverSocket.destroy());
    serverSocket.on('error', () => clientSocket.destroy());
    serverSocket.on('data', (bytes) => {
      if (fault.isSilent) return;
      const bytesBefore = passedBytes;
      passedBytes += bytes.length;
      lastPass = lastPass.then(() => pass(bytes, bytesBefore, clientSocket));
    });
    serverSocket.on('close', () => {
      lastPass = lastPass.then(() => void clientSocket.end());
    });
  }

  const server = createServer(acceptConnection);
  const listen = async (requestedPort: number): Promise<number> => {
    server.listen(requestedPort, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of openSockets) socket.destroy();
    await closed;
  };
  const listeningPort = await listen(0);
  onTestFinished(refuse);
  return {
    url: `http://127.0.0.1:${listeningPort}`,
    setFault: async (next) => {
      fault = next;
      if (next.isRefusing) await refuse();
      else if (!server.listening) await listen(listeningPort);
    },
    get connections() {
      return connections;
    },
  };
}

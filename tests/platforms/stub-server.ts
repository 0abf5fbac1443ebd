import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { PlatformId } from '../../src/contract/enums.ts';
import type { CountedQuestion, Rule, StubPlatforms } from './stub-platforms.ts';

async function handle(
  stub: StubPlatforms,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const url = new URL(request.url ?? '/', 'http://stub.invalid');
  const send = (value: unknown): void => void response.end(JSON.stringify(value));
  if (url.pathname === '/control/questions') return send(stub.questions);
  if (url.pathname === '/control/misbehave') return send(stub.misbehave(JSON.parse(body)) ?? null);
  if (url.pathname === '/control/release') return send(stub.release() ?? null);

  const headers = new Headers(request.headers as Record<string, string>);
  const reply = await stub.reply(url, body, headers);
  if (reply.ending === 'drop' || response.destroyed) return void response.destroy();
  const bytes = Buffer.from(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length });
  if (reply.ending === 'cut') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return;
  }
  response.end(bytes, reply.sent);
}

/** Serves stubs over HTTP on a free port of this machine. */
export async function serveStubPlatforms(stub: StubPlatforms): Promise<Server> {
  const server = createServer((request, response) => {
    handle(stub, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Where a server of stubs listens, such as `http://127.0.0.1:4711`. */
export const originOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Stubs in a process of their own. */
export interface RemoteStubs {
  /** The base URL under which an adapter reaches a platform. */
  baseUrlOf: (platform: PlatformId) => string;
  questions: () => Promise<readonly CountedQuestion[]>;
  misbehave: (rule: Rule) => Promise<void>;
  release: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Speaks to a server of stubs. */
export function connectToStubs(origin: string, stop: () => Promise<void>): RemoteStubs {
  const call = async (name: string, body?: unknown): Promise<unknown> => {
    const response = await globalThis.fetch(`${origin}/control/${name}`, {
      method: 'POST',
      body: JSON.stringify(body ?? null),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return {
    baseUrlOf: (platform) => `${origin}/${platform}`,
    questions: async () => (await call('questions')) as CountedQuestion[],
    misbehave: async (rule) => void (await call('misbehave', rule)),
    release: async () => void (await call('release')),
    stop,
  };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}

/**
 * Starts stubs in a process of their own, which outlives any host that is killed. It ends when it is stopped, or when
 * the process that started it ends.
 */
export async function spawnStubPlatforms(): Promise<RemoteStubs> {
  const path = join(import.meta.dirname, 'stub-platforms-process.ts');
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
  return connectToStubs(origin, () => stopProcess(child));
}

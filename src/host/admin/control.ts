import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { ImportRefused } from '../../service/import/faults.ts';
import type { ImportProgress } from '../../service/import/import.ts';
import { UnreadableInput } from '../../service/import/input.ts';
import type { ScanRunner } from '../../service/scans/scan-runner.ts';
import type { Service } from '../../service/service.ts';
import { type Store, StoreDamaged, StoreFull } from '../../service/store/store.ts';
import { toPrintable } from '../printable.ts';
import { type Administration, createAdministration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import { type CommandName, commands, isCommandName, type Results } from './commands.ts';
import { socketPathOf } from './control-socket.ts';
import { withAuditTrail } from './with-audit-trail.ts';

/** Called with the progress of an import, and with null when it has ended. */
type OnImport = (progress: ImportProgress | null) => void;

interface RunOptions {
  administration: Administration;
  /** Sends an event. */
  send: (event: object) => void;
  onImport: OnImport;
  /** Aborted when the command ends before it receives its result, or when the host stops. */
  signal: AbortSignal;
}

/** Milliseconds between the events that a working host sends, so that commands do not give up on it. */
const heartbeatEveryMs = 5_000;

/** Carries out the command in a request's body. */
async function runCommand<N extends CommandName>(
  name: N,
  body: unknown,
  { administration, send, onImport, signal }: RunOptions,
): Promise<Results[N]> {
  const request = v.parse(commands[name].request, body);
  try {
    const onProgress = (progress: ImportProgress) => {
      onImport(progress);
      send({ progress });
    };
    return await administration.run(name, request, { onProgress, signal });
  } finally {
    if (name === 'import' || name === 'importWithNewIds') onImport(null);
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof AdministrationError ||
  error instanceof ImportRefused ||
  error instanceof UnreadableInput ||
  error instanceof StoreDamaged ||
  error instanceof StoreFull;

/**
 * Responds to a command, whose name is the request's path. The response is NDJSON: `progress` and empty events while the
 * host works, then one `done` or `failed`.
 */
async function respond(
  administration: Administration,
  request: IncomingMessage,
  response: ServerResponse,
  onImport: OnImport,
  closeSignal: AbortSignal,
): Promise<void> {
  const name = request.url?.slice(1) ?? '';
  const isKnown = isCommandName(name);
  const send = (event: object) => {
    // Some readers end a line at U+2028 and U+2029.
    response.write(`${toPrintable(JSON.stringify(event))}\n`);
  };
  const connection = new AbortController();
  response.once('close', () => connection.abort());
  response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/x-ndjson' });
  const heartbeat = setInterval(() => send({}), heartbeatEveryMs);
  try {
    if (isKnown) {
      const body = await json(request);
      const signal = AbortSignal.any([connection.signal, closeSignal]);
      send({ done: await runCommand(name, body, { administration, send, onImport, signal }) });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    send({
      failed: isExpected(error) ? reason : `The host could not carry out the command: ${reason}`,
    });
  } finally {
    clearInterval(heartbeat);
  }
  response.end();
}

/**
 * Lets commands run in the host that has the store open, over a Unix socket in DATA_DIR that only the host's own
 * user can open. Hosts never share a folder, so an existing socket belongs to a dead host.
 */
export async function startControl(options: {
  store: Store;
  dataDir: string;
  /** Returns the current time in milliseconds since the epoch, by which keys expire. */
  clock?: () => number;
  /** Whether imports store the texts of answers. */
  keepsTexts?: boolean;
  /** The service that handles the command `read`; by default, one is created on the first such command. */
  service?: Service;
  /** What runs scans; without it, commands about scans are refused. */
  scanRunner?: ScanRunner;
  onImport?: OnImport;
}): Promise<{ close(): Promise<void> }> {
  const path = socketPathOf(options.dataDir);
  rmSync(path, { force: true });
  const { clock = Date.now, keepsTexts = true, onImport = () => {}, service, scanRunner } = options;
  const administration = withAuditTrail(
    createAdministration(options.store, {
      clock,
      isServing: true,
      keepsTexts,
      ...(service && { service: () => Promise.resolve(service) }),
      ...(scanRunner && { scanRunner: () => Promise.resolve(scanRunner) }),
    }),
    options.store,
    clock,
  );
  const closeController = new AbortController();
  const runningCommands = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const { signal } = closeController;
    const command = respond(administration, request, response, onImport, signal).finally(() =>
      runningCommands.delete(command),
    );
    runningCommands.add(command);
  });
  const previousUmask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(previousUmask);
  }
  chmodSync(path, 0o600);
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      closeController.abort(
        new AdministrationError(
          'The host is stopping. Run the command again once the host is back.',
        ),
      );
      server.closeIdleConnections();
      await closed;
      // A cancelled import goes on for a while after its connection has closed.
      await Promise.all(runningCommands);
    },
  };
}

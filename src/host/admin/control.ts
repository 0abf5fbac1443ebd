import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { ImportRefused } from '../../service/import/faults.ts';
import type { ImportProgress } from '../../service/import/import.ts';
import { UnreadableSource } from '../../service/import/source.ts';
import type { Service } from '../../service/service.ts';
import { AuditQuery } from '../../service/store/audit.ts';
import { type Store, StoreDamaged, StoreFull } from '../../service/store/store.ts';
import { toPrintable } from '../printable.ts';
import { type Administration, createAdministration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import { socketPathOf } from './control-socket.ts';
import { NewKey, Rotation } from './key-administration.ts';
import { withAuditTrail } from './with-audit-trail.ts';

const nullableText = v.nullable(v.string());
const ImportRequest = v.object({ path: v.string(), account: nullableText });
const RevokeRequest = v.object({ id: v.string() });
const EndSessionsRequest = v.object({ id: nullableText });
const BrandRequest = v.object({
  id: v.string(),
  change: v.object({
    logo: v.exactOptional(v.string()),
    accent: v.exactOptional(v.string()),
    reportName: v.exactOptional(v.string()),
  }),
});
const ReadRequest = v.object({
  siteId: v.string(),
  address: v.pipe(v.string(), v.startsWith('/')),
});
type Handler = (
  administration: Administration,
  body: unknown,
  send: (event: object) => void,
  onImport: OnImport,
  /** Aborted when the command ends before it receives its result, or when the host stops. */
  signal: AbortSignal,
) => Promise<unknown>;

/** Called with the progress of an import, and with null when it has ended. */
type OnImport = (progress: ImportProgress | null) => void;

/** Milliseconds between the events that a working host sends, so that commands do not give up on it. */
const heartbeatEveryMs = 5_000;

/**
 * Handlers by path. Each response is NDJSON: `progress` and empty events while the host works, then one `done` or
 * `failed`.
 */
const handlers: Readonly<Record<string, Handler>> = {
  '/import': async (administration, body, send, onImport, signal) => {
    const { path, account } = v.parse(ImportRequest, body);
    try {
      const onProgress = (progress: ImportProgress) => {
        onImport(progress);
        send({ progress });
      };
      return await administration.importFile(path, account, onProgress, signal);
    } finally {
      onImport(null);
    }
  },
  '/check': (administration) => administration.check(),
  '/read': (administration, body) => {
    const { siteId, address } = v.parse(ReadRequest, body);
    return administration.readFromService(siteId, address);
  },
  '/audit': (administration, body) => administration.readAuditTrail(v.parse(AuditQuery, body)),
  '/clients/list': (administration) => administration.listClients(),
  '/clients/brand': (administration, body) => {
    const { id, change } = v.parse(BrandRequest, body);
    return administration.brandClient(id, change);
  },
  '/keys/create': (administration, body) => administration.createKey(v.parse(NewKey, body)),
  '/keys/list': (administration) => administration.listKeys(),
  '/keys/rotate': (administration, body) => administration.rotateKey(v.parse(Rotation, body)),
  '/keys/revoke': (administration, body) =>
    administration.revokeKey(v.parse(RevokeRequest, body).id),
  '/shares/list': (administration) => administration.listShares(),
  '/shares/revoke': (administration, body) =>
    administration.revokeShare(v.parse(RevokeRequest, body).id),
  '/keys/end-sessions': (administration, body) =>
    administration.endSessions(v.parse(EndSessionsRequest, body).id),
};

const isExpected = (error: unknown): error is Error =>
  error instanceof AdministrationError ||
  error instanceof ImportRefused ||
  error instanceof UnreadableSource ||
  error instanceof StoreDamaged ||
  error instanceof StoreFull;

async function respond(
  administration: Administration,
  request: IncomingMessage,
  response: ServerResponse,
  onImport: OnImport,
  closeSignal: AbortSignal,
): Promise<void> {
  const handler = handlers[request.url ?? ''];
  const send = (event: object) => {
    // Some readers end a line at U+2028 and U+2029.
    response.write(`${toPrintable(JSON.stringify(event))}\n`);
  };
  const connection = new AbortController();
  response.once('close', () => connection.abort());
  response.writeHead(handler ? 200 : 404, { 'Content-Type': 'application/x-ndjson' });
  const heartbeat = setInterval(() => send({}), heartbeatEveryMs);
  try {
    if (handler) {
      const body = await json(request);
      const signal = AbortSignal.any([connection.signal, closeSignal]);
      send({ done: await handler(administration, body, send, onImport, signal) });
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
  /** The service that handles `/read`; by default, one is created on the first such command. */
  service?: Service;
  onImport?: OnImport;
}): Promise<{ close(): Promise<void> }> {
  const path = socketPathOf(options.dataDir);
  rmSync(path, { force: true });
  const { clock = Date.now, keepsTexts = true, onImport = () => {}, service } = options;
  const administration = withAuditTrail(
    createAdministration(options.store, {
      clock,
      isServing: true,
      keepsTexts,
      ...(service && { service: () => Promise.resolve(service) }),
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

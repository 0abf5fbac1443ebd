import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { importPhases } from '../../service/import/import.ts';
import { AuditRecord } from '../../service/store/audit.ts';
import { KeyRecord } from '../../service/store/records.ts';
import type { Administration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import { socketPathOf } from './control-socket.ts';

const ProgressEvent = v.object({
  phase: v.picklist(importPhases),
  lines: v.number(),
  answers: v.number(),
  bytes: v.number(),
  size: v.number(),
});
const Done = v.object({
  // Hosts of earlier versions leave out the optional fields.
  accounts: v.optional(v.array(v.string()), []),
  accountRecords: v.optional(v.number(), 0),
  lines: v.number(),
  answers: v.number(),
  clients: v.number(),
  sites: v.number(),
  brands: v.number(),
  prompts: v.number(),
  scans: v.number(),
  recommendations: v.optional(v.number(), 0),
  measuredAgain: v.optional(v.number(), 0),
  unmeasurableDays: v.optional(v.array(v.string()), []),
});
const Listed = v.object({
  ...v.omit(KeyRecord, ['digest']).entries,
  accountName: v.nullish(v.string(), null),
  clientName: v.nullish(v.string(), null),
});
const BrandedClient = v.object({
  ...{ id: v.string(), name: v.string(), accountId: v.string(), accountName: v.string() },
  ...{ logoLength: v.number(), accent: v.string(), reportName: v.string() },
});
const Revoked = v.object({
  record: Listed,
  isNew: v.optional(v.boolean(), true),
  isWritten: v.boolean(),
});
const ListedShare = v.object({
  ...{ id: v.string(), kind: v.picklist(['share', 'feed']), accountId: v.string() },
  ...{ clientId: v.nullable(v.string()), siteId: v.string(), siteName: v.nullable(v.string()) },
  ...{ title: v.string(), pages: v.array(v.string()), question: v.string() },
  ...{ hasPassphrase: v.boolean(), createdBy: v.string(), createdAt: v.number() },
  ...{ expiresAt: v.nullable(v.number()), lastOpenedAt: v.nullable(v.number()) },
  opens: v.nullable(v.number()),
});
const Checked = v.object({
  version: v.number(),
  faults: v.array(v.string()),
  rows: v.record(v.string(), v.number()),
  hiddenAnswers: v.number(),
});
const Read = v.object({
  status: v.number(),
  contentType: v.string(),
  isSample: v.boolean(),
  body: v.string(),
});
const createdKey = { key: v.string(), record: Listed };
const Event = v.object({
  progress: v.optional(ProgressEvent),
  failed: v.optional(v.string()),
  done: v.optional(v.unknown()),
});

const hostStopped =
  'The host stopped before the command finished. Start the host, and check whether anything changed.';

const unknownCommand =
  'The host that holds DATA_DIR does not know this command, because its version is older. Start it again with the version of this command, then run the command again.';

const unconfirmed = (command: string): string =>
  `The command has not been confirmed: once the host responds again, run npm run ${command} -- list to check.`;

/** For commands that only read. */
const againOnceItResponds = 'Run the command again once it responds.';

/** How long the host may be silent, in milliseconds. A working host sends something every few seconds. */
const silenceLimits = { keys: 30_000, import: 60_000 };

/** What to do after a host has gone silent, by path. */
const adviceAfterSilence: Readonly<Record<string, string>> = {
  '/import':
    'The import has not been confirmed: once the host responds again, import the file again. Importing it twice does no harm.',
  '/read': `Nothing was written. ${againOnceItResponds}`,
  '/audit': againOnceItResponds,
  '/keys/list': againOnceItResponds,
  '/clients/list': againOnceItResponds,
  '/shares/list': againOnceItResponds,
  '/keys/end-sessions':
    'The command has not been confirmed: run it again once the host responds. Running it twice does no harm.',
  '/check': 'Check again once it responds, or stop it and check the folder.',
  '/clients/brand': unconfirmed('clients'),
  '/shares/revoke': unconfirmed('shares'),
};

const silenceError = (path: string, ms: number) =>
  new AdministrationError(
    `The host that holds DATA_DIR has not responded for ${ms / 1000} s. It may be suspended or overloaded. ${adviceAfterSilence[path] ?? unconfirmed('keys')}`,
  );

/** Whether a host listens on the socket: one left behind by a dead host refuses connections. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

interface Exchange {
  socketPath: string;
  path: string;
  body: object;
  /** How long the host may be silent, in milliseconds. */
  silenceMs: number;
}

async function call<S extends v.GenericSchema>(
  { socketPath, path, body, silenceMs }: Exchange,
  schema: S,
  onProgress: (progress: v.InferOutput<typeof ProgressEvent>) => void = () => {},
): Promise<v.InferOutput<S>> {
  const outgoing = request({ socketPath, path, method: 'POST' });
  const ended = Promise.withResolvers<never>();
  // The race below handles the rejection; once it is over, nothing does.
  ended.promise.catch(() => {});
  const watch = setTimeout(() => ended.reject(silenceError(path, silenceMs)), silenceMs);
  const exchange = async (): Promise<v.InferOutput<S>> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.on('error', () => reject(new AdministrationError(hostStopped)));
      outgoing.end(JSON.stringify(body));
    });
    if (response.statusCode === 404) throw new AdministrationError(unknownCommand);
    response.once('error', () => ended.reject(new AdministrationError(hostStopped)));
    for await (const line of createInterface({ input: response })) {
      watch.refresh();
      const event = v.parse(Event, JSON.parse(line));
      if (event.progress) onProgress(event.progress);
      if (event.failed !== undefined) throw new AdministrationError(event.failed);
      if (event.done !== undefined) return v.parse(schema, event.done);
    }
    throw new AdministrationError(hostStopped);
  };
  try {
    return await Promise.race([exchange(), ended.promise]);
  } finally {
    clearTimeout(watch);
    outgoing.destroy();
  }
}

/**
 * Connects to the host that holds DATA_DIR; returns null if none runs. Commands fail with an AdministrationError once
 * the host has been silent for 30 seconds, or 60 during an import.
 */
export async function connectControl(dataDir: string): Promise<Administration | null> {
  const socketPath = socketPathOf(dataDir);
  if (!(await isListening(socketPath))) return null;
  const keys = (path: string, body: object): Exchange => ({
    ...{ socketPath, path, body },
    silenceMs: silenceLimits.keys,
  });
  return {
    importFile: (path, account, onProgress) =>
      call(
        { socketPath, path: '/import', body: { path, account }, silenceMs: silenceLimits.import },
        Done,
        onProgress,
      ),
    check: () =>
      call({ socketPath, path: '/check', body: {}, silenceMs: silenceLimits.keys }, Checked),
    read: (siteId, address) => call(keys('/read', { siteId, address }), Read),
    audit: (query) => call(keys('/audit', query), v.array(AuditRecord)),
    endSessions: (id) => call(keys('/keys/end-sessions', { id }), v.array(Listed)),
    listClients: () => call(keys('/clients/list', {}), v.array(BrandedClient)),
    brandClient: (id, change) => call(keys('/clients/brand', { id, change }), BrandedClient),
    createKey: (newKey) => call(keys('/keys/create', newKey), v.object(createdKey)),
    listKeys: () => call(keys('/keys/list', {}), v.array(Listed)),
    rotateKey: (rotation) =>
      call(keys('/keys/rotate', rotation), v.object({ ...createdKey, old: Listed })),
    revokeKey: (id) => call(keys('/keys/revoke', { id }), Revoked),
    listShares: () => call(keys('/shares/list', {}), v.array(ListedShare)),
    revokeShare: (id) =>
      call(
        keys('/shares/revoke', { id }),
        v.object({ record: ListedShare, isWritten: v.boolean() }),
      ),
  };
}

import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { ImportProgress, ImportSummary } from '../../service/import/import.ts';
import { AuditRecord } from '../../service/store/audit.ts';
import { StoreCheck } from '../../service/store/store-check.ts';
import { type Administration, ServiceResponse } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import { BrandedClient } from './client-administration.ts';
import { socketPathOf } from './control-socket.ts';
import {
  CreatedKey,
  EndedSessions,
  ListedKey,
  RevokedKey,
  RotatedKey,
} from './key-administration.ts';
import { ListedShare, RevokedShare } from './share-administration.ts';

const ControlEvent = v.object({
  progress: v.optional(ImportProgress),
  failed: v.optional(v.string()),
  done: v.optional(v.unknown()),
});

const hostStoppedMessage =
  'The host stopped before the command finished. Start the host, and check whether anything changed.';

const unknownCommandMessage =
  'The host that uses DATA_DIR runs an older version of Sightline, which does not know this command. Restart the host with the current version, then run the command again.';

const createConfirmationAdvice = (command: string): string =>
  `The command has not been confirmed: once the host responds again, check with "npm run ${command} -- list".`;

/** For commands that only read. */
const retryAdvice = 'Run the command again once it responds.';

/** How long the host may be silent, in milliseconds. A working host sends something every few seconds. */
const silenceLimits = { otherCommands: 30_000, import: 60_000 };

/** What to do after a host has gone silent, by path. */
const adviceAfterSilence: Readonly<Record<string, string>> = {
  '/import':
    'The import has not been confirmed: once the host responds again, import the file again. Importing it twice does no harm.',
  '/read': `Nothing was written. ${retryAdvice}`,
  '/audit': retryAdvice,
  '/keys/list': retryAdvice,
  '/clients/list': retryAdvice,
  '/shares/list': retryAdvice,
  '/keys/end-sessions':
    'The command has not been confirmed: run it again once the host responds. Running it twice does no harm.',
  '/check': 'Check again once it responds, or stop it and check the folder.',
  '/clients/brand': createConfirmationAdvice('clients'),
  '/shares/revoke': createConfirmationAdvice('shares'),
};

const createSilenceError = (path: string, ms: number) =>
  new AdministrationError(
    `The host that uses DATA_DIR has not responded for ${ms / 1000} s. It may be suspended or overloaded. ${adviceAfterSilence[path] ?? createConfirmationAdvice('keys')}`,
  );

/** Whether a host listens on the socket: a socket left behind by a dead host refuses connections. */
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

async function sendCommand<S extends v.GenericSchema>(
  { socketPath, path, body, silenceMs }: Exchange,
  schema: S,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<v.InferOutput<S>> {
  const outgoing = request({ socketPath, path, method: 'POST' });
  const failure = Promise.withResolvers<never>();

  const silenceTimer = setTimeout(
    () => failure.reject(createSilenceError(path, silenceMs)),
    silenceMs,
  );
  const exchange = async (): Promise<v.InferOutput<S>> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.on('error', () => reject(new AdministrationError(hostStoppedMessage)));
      outgoing.end(JSON.stringify(body));
    });
    if (response.statusCode === 404) throw new AdministrationError(unknownCommandMessage);
    response.once('error', () => failure.reject(new AdministrationError(hostStoppedMessage)));
    for await (const line of createInterface({ input: response })) {
      silenceTimer.refresh();
      const event = v.parse(ControlEvent, JSON.parse(line));
      if (event.progress) onProgress(event.progress);
      if (event.failed !== undefined) throw new AdministrationError(event.failed);
      if (event.done !== undefined) return v.parse(schema, event.done);
    }
    throw new AdministrationError(hostStoppedMessage);
  };
  try {
    return await Promise.race([exchange(), failure.promise]);
  } finally {
    clearTimeout(silenceTimer);
    outgoing.destroy();
  }
}

/**
 * Connects to the host that uses DATA_DIR; returns null if none is running. Commands fail with an AdministrationError
 * once the host has been silent for 30 seconds, or 60 during an import.
 */
export async function connectControl(dataDir: string): Promise<Administration | null> {
  const socketPath = socketPathOf(dataDir);
  if (!(await isListening(socketPath))) return null;
  const createExchange = (path: string, body: object): Exchange => ({
    socketPath,
    path,
    body,
    silenceMs: silenceLimits.otherCommands,
  });
  return {
    importFile: (path, account, onProgress) =>
      sendCommand(
        { socketPath, path: '/import', body: { path, account }, silenceMs: silenceLimits.import },
        ImportSummary,
        onProgress,
      ),
    check: () => sendCommand(createExchange('/check', {}), StoreCheck),
    readFromService: (siteId, address) =>
      sendCommand(createExchange('/read', { siteId, address }), ServiceResponse),
    readAuditTrail: (query) => sendCommand(createExchange('/audit', query), v.array(AuditRecord)),
    endSessions: (id) => sendCommand(createExchange('/keys/end-sessions', { id }), EndedSessions),
    listClients: () => sendCommand(createExchange('/clients/list', {}), v.array(BrandedClient)),
    brandClient: (id, change) =>
      sendCommand(createExchange('/clients/brand', { id, change }), BrandedClient),
    createKey: (newKey) => sendCommand(createExchange('/keys/create', newKey), CreatedKey),
    listKeys: () => sendCommand(createExchange('/keys/list', {}), v.array(ListedKey)),
    rotateKey: (rotation) => sendCommand(createExchange('/keys/rotate', rotation), RotatedKey),
    revokeKey: (id) => sendCommand(createExchange('/keys/revoke', { id }), RevokedKey),
    listShares: () => sendCommand(createExchange('/shares/list', {}), v.array(ListedShare)),
    revokeShare: (id) => sendCommand(createExchange('/shares/revoke', { id }), RevokedShare),
  };
}

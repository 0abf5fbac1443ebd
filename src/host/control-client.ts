import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { type Administration, AdministrationError } from './administration.ts';
import { socketPathOf } from './control-socket.ts';

const ProgressEvent = v.object({
  phase: v.picklist(['checking', 'measuring']),
  lines: v.number(),
  answers: v.number(),
  bytes: v.number(),
  size: v.number(),
});
const Done = v.object({
  peakMemory: v.number(),
  lines: v.number(),
  answers: v.number(),
  clients: v.number(),
  sites: v.number(),
  brands: v.number(),
  prompts: v.number(),
  scans: v.number(),
});
const Listed = v.object({
  id: v.string(),
  prefix: v.string(),
  name: v.string(),
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  scopes: v.array(v.string()),
  sample: v.boolean(),
  createdAt: v.number(),
  revokedAt: v.nullable(v.number()),
  lastUsedAt: v.nullable(v.number()),
});
const Event = v.object({
  progress: v.optional(ProgressEvent),
  failed: v.optional(v.string()),
  done: v.optional(v.unknown()),
});

const cutOff = 'The host stopped before it was done. Nothing was changed unless it says so.';

/** Whether a host listens there: a socket left by a dead one refuses. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function call<S extends v.GenericSchema>(
  socketPath: string,
  path: string,
  body: object,
  schema: S,
  onProgress: (progress: v.InferOutput<typeof ProgressEvent>) => void = () => {},
): Promise<v.InferOutput<S>> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ socketPath, path, method: 'POST' }, resolve);
    outgoing.once('error', () => reject(new AdministrationError(cutOff)));
    outgoing.end(JSON.stringify(body));
  });
  for await (const line of createInterface({ input: response })) {
    const event = v.parse(Event, JSON.parse(line));
    if (event.progress) onProgress(event.progress);
    if (event.failed !== undefined) throw new AdministrationError(event.failed);
    if (event.done !== undefined) return v.parse(schema, event.done);
  }
  throw new AdministrationError(cutOff);
}

/** The administration of the host that holds DATA_DIR, or null when none runs. */
export async function connectControl(dataDir: string): Promise<Administration | null> {
  const socket = socketPathOf(dataDir);
  if (!(await answers(socket))) return null;
  return {
    importFile: (path, account, onProgress) =>
      call(socket, '/import', { path, account }, Done, onProgress),
    createKey: (asked) =>
      call(socket, '/keys/create', asked, v.object({ key: v.string(), record: Listed })),
    listKeys: () => call(socket, '/keys/list', {}, v.array(Listed)),
    revokeKey: (id) => call(socket, '/keys/revoke', { id }, Listed),
  };
}

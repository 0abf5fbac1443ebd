import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { setupScope } from '../../src/contract/scopes.ts';
import { SetupJob } from '../../src/contract/sightline/setup.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { startRecords, type Target } from './kill-setup-world.ts';
import { WrongResponse } from './killable-host.ts';

/** How a change was acknowledged: once it was stored, or as a job, and then by the end of that job. */
export const acknowledgements = ['stored', 'accepted', 'ended'] as const;
export type Acknowledgement = (typeof acknowledgements)[number];

/** How long to wait before a job is read again, in milliseconds. */
const pollMs = 10;

/** Times at which clients and sites were created and changed, and cursors, which differ between services. */
const ignoredFields: readonly string[] = ['createdAt', 'updatedAt', 'nextCursor'];
const withoutIgnored = (key: string, value: unknown) =>
  ignoredFields.includes(key) ? undefined : value;

/** The views as texts. */
export const readViews = (target: Target, paths: readonly string[]): Promise<string[]> =>
  Promise.all(
    paths.map(async (path) => {
      const body: unknown = JSON.parse(await target.read(path), withoutIgnored);
      return `${path}: ${JSON.stringify(body)}`;
    }),
  );

/** Where the first view that is not as expected differs; null if all are equal. */
export function findDifference(
  actual: readonly string[],
  expected: readonly string[],
): string | null {
  for (const [index, text] of actual.entries()) {
    const expectedText = expected[index] ?? '';
    if (text === expectedText) continue;
    const at = text.split('').findIndex((character, n) => character !== expectedText[n]);
    const clip = (whole: string) => whole.slice(Math.max(0, at - 60), at + 60);
    return `${text.slice(0, text.indexOf(': '))} has “${clip(text)}” instead of “${clip(expectedText)}”`;
  }
  return null;
}

/** A request for a key that may change set-ups. */
export const newKey = { name: 'kill', account: null, client: null, scopes: [setupScope] };
export const headersWith = (key: string) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
});

/**
 * A service as a target.
 * @param send sends a request with a key
 */
export function createTarget(
  send: (path: string, init: RequestInit) => Promise<Response>,
  importRecords: Target['import'],
  onAcknowledged: (acknowledgement: Acknowledgement) => void = () => {},
): Target {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await send(path, init);
    const { status, headers } = response;
    return { status, location: headers.get('Location') ?? '', text: await response.text() };
  };
  const waitForJob = async (path: string) => {
    for (;;) {
      const { status, text } = await call(path);
      if (status !== 200) throw new WrongResponse(`${path}: ${status} ${text}`);
      const job = v.parse(SetupJob, JSON.parse(text));
      if (job.state === 'failed') throw new WrongResponse(`The job failed: ${job.failure}`);
      if (job.state === 'done') return;
      await pause(pollMs);
    }
  };
  return {
    async change(method, path, body) {
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      const { status, location, text } = await call(path, init);
      if (![200, 201, 202, 204].includes(status))
        throw new WrongResponse(`${method} ${path}: ${status} ${text}`);
      onAcknowledged(status === 202 ? 'accepted' : 'stored');
      if (status !== 202) return;
      await waitForJob(location);
      onAcknowledged('ended');
    },
    read: async (path) => (await call(path)).text,
    import: importRecords,
  };
}

/** A service on a store that has an account, with a new key, as a target. */
export async function createServiceTarget(
  store: Store,
): Promise<Target & { close: () => Promise<void> }> {
  const service = createStrictService(store, { clock: Date.now });
  const { key } = await createAdministration(store).run('keys/create', newKey);
  const send = async (path: string, init: RequestInit) =>
    service.fetch(new Request(`http://x${path}`, { ...init, headers: headersWith(key) }));
  const importRecords = async (records: readonly object[]) => {
    await importMeasurements(store, recordInput('records', records));
  };
  return { ...createTarget(send, importRecords), close: () => service.close() };
}

/** The target that is never killed: a service on a store in memory, with the records of the start. */
export async function createUndisturbed(): Promise<Target> {
  const store = createMemoryStore();
  await importMeasurements(store, recordInput('records', startRecords));
  return createServiceTarget(store);
}

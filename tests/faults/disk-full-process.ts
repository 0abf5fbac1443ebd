/**
 * Fills the small file system that is mounted at a folder, and prints as JSON how the store responds:
 * `node disk-full-process.ts FOLDER`.
 */

import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { notesScope, sharesScope } from '../../src/contract/scopes.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { AdministrationError } from '../../src/host/admin/administration-error.ts';
import { createService } from '../../src/service/app.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { StoreFull } from '../../src/service/store/store.ts';

const [folder = ''] = process.argv.slice(2);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const timestamp = '2026-01-01T00:00:00.000Z';
const siteId = uuid(2);
const createWorldRecords = (name: string, filler = 0) => [
  { type: 'client', id: uuid(1), name, createdAt: timestamp },
  { type: 'site', id: siteId, clientId: uuid(1), name, createdAt: timestamp },
  { type: 'recommendation', id: uuid(3), siteId, title: 'R' },
  { type: 'brand', id: uuid(4), siteId, name: 'Brand', role: 'tracked' },
  { type: 'prompt', id: uuid(5), siteId, text: 'Which brand?' },
  {
    type: 'scan',
    id: uuid(6),
    siteId,
    status: 'completed',
    createdAt: timestamp,
    completedAt: timestamp,
  },
  {
    type: 'answer',
    scanId: uuid(6),
    promptId: uuid(5),
    platform: 'chatgpt_app',
    region: 'US',
    mentions: [{ brandId: uuid(4), sentiment: 62.5 }],
  },
  ...Array.from({ length: filler }, (_, n) => ({
    type: 'prompt',
    id: uuid(100 + n),
    siteId,
    text: `${n} ${Math.sin(n)}`.repeat(200),
  })),
];

/** Describes an error in words, since JSON cannot contain the error itself. */
function describeError(error: unknown): string {
  if (error instanceof StoreFull) return 'disk full';
  return error instanceof AdministrationError ? 'refused' : String(error);
}
const createSource = (records: readonly object[]) => recordInput('world', records);

const dataDir = join(folder, 'data');
mkdirSync(dataDir);
const store = await openClickHouse({ dataDir });
const failures: string[] = [];
const service = createService({
  store,
  clock: Date.now,
  cursorSecret: new Uint8Array(32),
  mayUseSampleKeys: () => false,
  onError: ({ error }) => failures.push(describeError(error)),
});
const administration = createAdministration(store, { isServing: true });
const newKey = { name: 'k', account: null, client: null, scopes: [notesScope, sharesScope] };
const runForOutcome = async (work: () => Promise<unknown>) => {
  try {
    await work();
    return 'done';
  } catch (error) {
    return describeError(error);
  }
};
const ballast = join(folder, 'ballast');
function fillDisk(): void {
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize, 1));
  } catch {
    // There was less space than `statfs` reported.
  }
}

// A failed import must not block the next one, not even in an empty store.
fillDisk();
const empty = {
  import: await runForOutcome(() =>
    importMeasurements(store, createSource(createWorldRecords('Nowhere', 2_000))),
  ),
  secondImport: await runForOutcome(() =>
    importMeasurements(store, createSource(createWorldRecords('Nowhere', 2_000))),
  ),
};
rmSync(ballast);

await importMeasurements(store, createSource(createWorldRecords('Before')));
const { key } = await administration.run('keys/create', newKey);
const revocableKey = await administration.run('keys/create', { ...newKey, name: 'revocable' });
const endedKey = await administration.run('keys/create', { ...newKey, name: 'ended' });

const call = async (path: string, init: RequestInit = {}) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await service.fetch(new Request(`http://x${path}`, { ...init, headers }));
  return { status: response.status, text: await response.text() };
};
const requestClients = () => call('/v1/clients');
/** Requests a report that is not cached yet. */
const requestReport = (region: string) =>
  call(`${pathTo('timeline', { siteId })}?metric=sentiment&region=US&region=${region}`);
const addNote = (body: string) =>
  call(pathTo('notes', { siteId, recommendationId: uuid(3) }), {
    method: 'POST',
    body: JSON.stringify({ body }),
  });
const requestStatus = async (apiKey: string) => {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await service.fetch(new Request('http://x/v1/clients', { headers }))).status;
};

const sharesPath = pathTo('shares', { siteId });
const createShare = async (path: string, body: object): Promise<string> => {
  const created = await call(path, { method: 'POST', body: JSON.stringify(body) });
  return v.parse(v.object({ id: v.string() }), JSON.parse(created.text)).id;
};
const shareId = await createShare(sharesPath, { title: 'Shared', pages: ['timeline'] });
const feedId = await createShare(pathTo('feeds', { siteId }), { question: '' });
const revokeByCall = (path: string) => call(path, { method: 'DELETE' });
/** A record that is not yet written when the disk fills up. */
const recordSignIn = () =>
  store.recordAudit({
    at: Date.now(),
    action: 'signed in',
    accountId: revocableKey.record.accountId,
    clientId: null,
    keyId: shareId,
    subject: '',
    detail: '',
    address: '',
    times: 1,
  });

const before = await requestClients();
const firstNote = await addNote('before');
const statusBefore = await requestStatus(revocableKey.key);
fillDisk();
const commandAdministration = createAdministration(store);
const full = {
  note: await addNote('while full'),
  key: await runForOutcome(() => administration.run('keys/create', newKey)),
  rotate: await runForOutcome(() =>
    administration.run('keys/rotate', { id: revocableKey.record.id, overlapDays: 0 }),
  ),
  import: await runForOutcome(() =>
    importMeasurements(store, createSource(createWorldRecords('While full', 2_000))),
  ),
  secondImport: await runForOutcome(() =>
    importMeasurements(store, createSource(createWorldRecords('While full', 2_000))),
  ),
  shares: await (async () => {
    recordSignIn();
    return call(sharesPath);
  })(),
  audit: (await store.audit({ limit: 1 })).map(({ action }) => action),
  revokedShare: await revokeByCall(pathTo('revokeShare', { siteId, shareId })),
  sharesAfter: await call(sharesPath),
  revokedFeed: await revokeByCall(pathTo('revokeFeed', { siteId, feedId })),
  endSessionsWithoutHost: await runForOutcome(() =>
    commandAdministration.run('keys/end-sessions', { id: endedKey.record.id }),
  ),
  endedSessions: (await administration.run('keys/end-sessions', { id: endedKey.record.id }))
    .isWritten,
  sessionsEndedAt: (await store.keys()).filter(({ sessionsEndedAt }) => sessionsEndedAt !== null)
    .length,
  revokeWithoutHost: await runForOutcome(() =>
    commandAdministration.run('keys/revoke', { id: revocableKey.record.id }),
  ),
  statusMeanwhile: await requestStatus(revocableKey.key),
  revoke: (await administration.run('keys/revoke', { id: revocableKey.record.id })).isWritten,
  statusAfter: await requestStatus(revocableKey.key),
  clients: await requestClients(),
  report: await requestReport('DE'),
  filters: await call(pathTo('filters', { siteId })),
  keys: (await administration.run('keys/list', {})).length,
};
rmSync(ballast);
const after = {
  clients: await requestClients(),
  note: await addNote('after'),
  import: await runForOutcome(() =>
    importMeasurements(store, createSource(createWorldRecords('After'))),
  ),
  renamed: await requestClients(),
  key: await runForOutcome(() => administration.run('keys/create', newKey)),
};
await service.close();
await store.close();
const reopened = await openClickHouse({ dataDir });
const keysOnDisk = await reopened.keys();
const revokedOnDisk = keysOnDisk.flatMap(({ name, revokedAt }) =>
  revokedAt === null ? [] : [name],
);
const endedOnDisk = keysOnDisk.flatMap(({ name, sessionsEndedAt }) =>
  sessionsEndedAt === null ? [] : [name],
);
await reopened.close();
process.stdout.write(
  JSON.stringify({
    before,
    firstNote,
    empty,
    statusBefore,
    full,
    after,
    revokedOnDisk,
    endedOnDisk,
    failures,
  }),
);

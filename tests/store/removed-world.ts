import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { toLogoDataUrl } from '../../src/service/branding/logo.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { unknownEvidence } from '../../src/service/records/answer.ts';
import { catalogueTables } from '../../src/service/records/catalogue.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import { type Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { KeyRecord, ShareRecord } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createKeyRecord, createShareRecord } from '../setup/key-records.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { waitOptions } from '../setup/wait-options.ts';

/** A store with two clients, one of which is removed, and what is left of its data in the files. */

const uuid = (n: number) => `de1e7e00-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-01-01T10:00:00Z';
export const startTime = Date.parse('2026-02-01T00:00:00Z');
const accountId = uuid(1);
const tenant = { accountId, clientId: null };

/** The clients and their IDs; each client's texts contain its marker. */
export const removed = { marker: 'Quibblefax', clientId: uuid(100), siteId: uuid(101), first: 100 };
export const kept = { marker: 'Harbourkeep', clientId: uuid(200), siteId: uuid(201), first: 200 };
type Owned = typeof removed;

const svgOf = (marker: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>${marker}</text></svg>`;
const logoOf = (marker: string) => toLogoDataUrl(Buffer.from(svgOf(marker)));

/** The records of a client. In a later round, they replace those of the earlier ones. */
function recordsOf({ marker, clientId, siteId, first }: Owned, round: number): object[] {
  const id = (n: number) => uuid(first + n);
  const name = (what: string) => `${marker} ${what} ${round}`;
  const answer = (run: number, fields: object) => ({
    type: 'answer',
    scanId: id(5),
    promptId: id(4),
    platform: 'claude_api',
    region: `US:${marker}`,
    run,
    model: name('model'),
    citations: [{ url: `https://${marker}.example/${round}`, title: name('title') }],
    ...fields,
  });
  return [
    {
      type: 'client',
      id: clientId,
      accountId,
      name: name('client'),
      description: name('description'),
      createdAt,
      logo: logoOf(marker),
      reportName: name('report'),
    },
    { type: 'site', id: siteId, clientId, name: name('site'), createdAt },
    { type: 'brand', id: id(3), siteId, name: name('brand'), aliases: [marker], role: 'tracked' },
    { type: 'brand', id: id(8), siteId, name: 'Other', role: 'competitor' },
    { type: 'prompt', id: id(4), siteId, text: name('prompt'), tags: [name('tag')] },
    { type: 'scan', id: id(5), siteId, status: 'completed', createdAt, completedAt: createdAt },
    { type: 'recommendation', id: id(6), siteId, title: name('idea'), body: name('body') },
    answer(1, { text: name('answer') }),
    answer(2, { text: name('given'), mentions: [{ brandId: id(3), sentiment: 70 + round }] }),
  ];
}

/** Imports the records of the removed client once more. */
export const importAgain = (store: Store, round: number) =>
  importMeasurements(store, recordInput('again', recordsOf(removed, round)));

const createKey = (n: number, fields: Partial<KeyRecord>): KeyRecord =>
  createKeyRecord({ id: uuid(n), name: `Key ${n}`, accountId, createdAt: startTime, ...fields });

const shareOf = ({ marker, siteId }: Owned): ShareRecord =>
  createShareRecord(siteId, { title: `${marker} share`, createdBy: `${marker} key` });

/** Adds a scan that has failed to the ledger, with texts in its plan, its answers and its raw responses. */
async function addScan({ ledger }: Store, { marker, siteId, first }: Owned, id: string) {
  const lease = await ledger.takeLease(new AbortController().signal);
  const cell = { platform: 'claude_api', region: 'US', model: 'model', estimate: 2 };
  await ledger.requestScan({
    id,
    accountId,
    siteId,
    createdAt: startTime,
    dueAt: startTime,
    requestedBy: 'A key',
    plan: {
      prompts: [{ id: uuid(first + 4), text: `${marker} prompt` }],
      cells: [cell],
      runs: 2,
      scanCeiling: 100,
      monthCeiling: 100,
      zone: 'UTC',
    },
  });
  for (const question of [0, 1]) {
    const { platform, region, estimate } = cell;
    const ids = { accountId, siteId, scanId: id };
    const asked = { ...ids, question, attempt: 1, platform, region, at: startTime };
    await ledger.startQuestions(lease, [{ ...asked, estimate }]);
    const source = { url: `https://${marker}.example/`, title: marker };
    const answer = {
      ...unknownEvidence,
      text: `${marker} answer`,
      model: `${marker} model`,
      searched: true,
      queries: [marker],
      citations: [source],
      retrieved: [source],
      location: 'US',
    };
    const end = { outcome: 'answered', cost: 1, reason: '', answer, raw: `${marker} raw` } as const;
    await ledger.endQuestions([{ ...asked, ...end }]);
  }
  await ledger.addStep({ accountId, siteId, id }, 'failed', startTime);
  await lease.end();
}

/** Fills an empty store with both clients, whose records have been replaced once, with notes, keys and shares, and with scans in the ledger. */
export async function fillStore(store: Store): Promise<void> {
  for (const round of [1, 2]) {
    await importMeasurements(
      store,
      recordInput('week', [
        { type: 'account', id: accountId, name: 'Agency', kind: 'agency' },
        ...recordsOf(removed, round),
        ...recordsOf(kept, round),
      ]),
    );
  }
  for (const [n, owned] of [removed, kept].entries()) {
    await store.addNote(tenant, {
      activityId: uuid(10 + n),
      siteId: owned.siteId,
      recommendationId: uuid(owned.first + 6),
      body: `${owned.marker} note`,
      createdAt: startTime,
      author: `${owned.marker} author`,
      authorKeyId: null,
      audience: 'client' as const,
    });
    const share = createKey(30 + n, { share: shareOf(owned) });
    await store.putKeys(createKey(20 + n, { clientId: owned.clientId }), share);
    await store.recordKeyUses(new Map([[share.id, startTime]]));
    await addScan(store, owned, uuid(owned.first + 7));
  }
}

const TombstoneCount = v.object({ n: v.number() });
const countRemovedRows = `SELECT sum(n) AS n FROM (${catalogueTables
  .map(
    (table) =>
      `SELECT count() AS n FROM ${table} WHERE removed AND import IN (SELECT id FROM imports)`,
  )
  .join(' UNION ALL ')})`;

/** Waits until no committed row hides a removed record. */
export const waitUntilCompacted = (engine: Engine): Promise<void> =>
  vi.waitFor(
    async () => expect(await engine.rows(TombstoneCount, countRemovedRows)).toEqual([{ n: 0 }]),
    // Each look takes time from the compaction.
    { ...waitOptions, interval: 250 },
  );

export const removeClient = (store: Store) =>
  importMeasurements(
    store,
    recordInput('removal', [{ type: 'client', id: removed.clientId, removed: true }]),
  );

/** What a store returns about a client. */
export async function readClient(store: Store, { clientId, siteId, first }: Owned) {
  const page = { after: null, limit: 10 };
  const clients = await store.clients(tenant, page);
  const keys = await store.keys();
  return {
    client: clients.find(({ id }) => id === clientId) ?? null,
    branding: await store.branding(tenant, siteId),
    site: await store.site(tenant, siteId),
    prompts: await store.prompts(tenant, siteId, [], page),
    scans: await store.scans(tenant, siteId, page),
    answers: await store.answers(tenant, siteId, everyAnswerSearch, page),
    timeline: await store.timeline(tenant, siteId, everyAnswerScope),
    recommendations: await store.recommendations(tenant, siteId, page),
    notes: await store.notes(tenant, siteId, uuid(first + 6)),
    scanRuns: await store.ledger.scans(tenant, siteId, page),
    raw: await store.ledger.rawResponse(tenant, siteId, uuid(first + 7), 0),
    activeKeys: keys
      .filter(({ clientId: of, share }) => of === clientId || share?.siteId === siteId)
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id }) => id),
  };
}

const NamedRow = v.object({ n: v.number() });

/**
 * Names the tables with a part, in use or not, that has the marker or the logo of a client in any row, deleted or not.
 * No store may have the folder open.
 */
export async function findTablesWith(dataDir: string, { marker }: Owned): Promise<string[]> {
  const probeDir = mkdtempSync(join(tmpdir(), 'sightline-probe-'));
  await (await openClickHouse({ dataDir: probeDir })).close();
  const probeTables = findTableFolders(probeDir);
  const probe = await openInProcess(join(probeDir, 'clickhouse'), 1);
  try {
    const found: string[] = [];
    for (const [table, folder] of findTableFolders(dataDir)) {
      const parts = globSync('*/checksums.txt', { cwd: folder }).map(dirname);
      for (const part of parts) {
        // A part that the engine is about to delete has a prefix.
        const name = part.replace(/^(?:delete_)?tmp_(?:[a-z]+_)?(?=all_|[0-9])/, '');
        const target = join(probeTables.get(table) ?? '', 'detached', name);
        mkdirSync(dirname(target), { recursive: true });
        cpSync(join(folder, part), target, { recursive: true });
        await probe.define(`ALTER TABLE ${table} ATTACH PART '${name}'`);
      }
      const logo = logoOf(marker).replace(/.*,/, '');
      const [row] = await probe.inspect(
        NamedRow,
        `SELECT count() AS n FROM (SELECT toString(tuple(*)) AS line FROM ${table} SETTINGS apply_deleted_mask = 0)
         WHERE positionCaseInsensitive(line, '${marker}') > 0 OR position(line, '${logo}') > 0`,
      );
      if (row && row.n > 0) found.push(table);
    }
    return found.sort();
  } finally {
    await probe.close();
    rmSync(probeDir, { recursive: true, force: true });
  }
}

/** The folder of each table's parts, by the table's name. */
function findTableFolders(dataDir: string): ReadonlyMap<string, string> {
  const store = join(dataDir, 'clickhouse/store');
  return new Map(
    globSync('*/*/*.sql', { cwd: store }).map((path) => {
      const [, id = ''] = /UUID '([0-9a-f-]+)'/.exec(readFileSync(join(store, path), 'utf8')) ?? [];
      return [basename(path, '.sql'), join(store, id.slice(0, 3), id)];
    }),
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelledClassifications } from '../../src/contract/classifications.ts';
import { createClickHouseStore } from '../../src/service/store/clickhouse/clickhouse-store.ts';
import { Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { clusterLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { createProcessLock } from '../../src/service/store/clickhouse/engine/locks.ts';
import { tables } from '../../src/service/store/clickhouse/engine/tables.ts';
import {
  type AnswerRecord,
  noEvidence,
  type Store,
  type Tenant,
  type TimelineScope,
} from '../../src/service/store/store.ts';
import { everyAnswerScope, noClassifications } from '../setup/scopes.ts';

const layout = clusterLayout('sightline-1');
const definitions = tables.flatMap((table) => layout.createStatements(table));
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Rows a server could return; the first that matches the expected schema is used. */
const rows: readonly unknown[] = [
  { n: 1 },
  { last: 0 },
  { one: 1 },
  { id: '2026' },
  { site: uuid(3), import: 1 },
  { id: uuid(7), site: uuid(3), number: 1 },
  {
    id: uuid(3),
    accountId: uuid(1),
    clientId: uuid(2),
    name: 'S',
    url: '',
    active: true,
    createdAt: 1,
    updatedAt: 1,
  },
  { id: uuid(4), siteId: uuid(3), name: 'B', aliases: ['B'], role: 'tracked', number: 1 },
  { id: uuid(7), number: 1, date: '2026-01-01', completedAt: null },
  {
    id: uuid(7),
    siteId: uuid(3),
    status: 'completed',
    createdAt: 1,
    startedAt: null,
    completedAt: null,
    updatedAt: 1,
  },
  { platforms: [], regions: [], brandNumbers: [] },
  {
    categories: [],
    ...noClassifications,
    mentionsTracked: [],
  },
  { id: uuid(9), siteId: uuid(3), title: 'R' },
  {
    id: uuid(3),
    accountId: uuid(1),
    clientId: uuid(2),
    clientName: 'C',
    name: 'S',
    url: '',
    active: true,
    createdAt: 1,
    updatedAt: 1,
  },
  {
    id: uuid(7),
    siteId: uuid(3),
    status: 'failed',
    createdAt: 1,
    startedAt: null,
    completedAt: null,
    updatedAt: 1,
    answers: 1,
    prompts: 1,
    platforms: [],
    regions: [],
  },
  {
    id: uuid(11),
    siteId: uuid(3),
    createdAt: 1,
    dueAt: null,
    requestedBy: '',
    step: 'running',
    stepAt: 1,
    remark: '',
  },
  { id: uuid(11), siteId: uuid(3), scan: uuid(11), last: 1 },
  { siteId: uuid(3), scan: uuid(11) },
  { siteId: uuid(3), scanId: uuid(11), question: 0, attempt: 1 },
  { name: '2026-01-01' },
  { question: 0, bytes: 1 },
  { id: uuid(12), first: 1 },
  { all: 2, settled: 1 },
  { table: 'clients', id: uuid(2) },
];

/** Runs nothing, returns a matching row, and records every statement as it would be sent. */
class Recorder extends Engine {
  readonly statements: string[] = [];
  readonly #writeSettings = layout.writeSettings.join(', ');
  readonly #readSettings = layout.readSettings.join(', ');

  override async define(sql: string): Promise<void> {
    this.statements.push(sql);
  }
  override async run(sql: string): Promise<void> {
    this.statements.push(`${sql} SETTINGS ${this.#writeSettings}`);
  }
  override runLong(sql: string): Promise<void> {
    return this.run(sql);
  }
  override async insert(table: string, newRows: readonly object[]): Promise<void> {
    if (newRows.length > 0)
      this.statements.push(
        `INSERT INTO ${table} SETTINGS ${this.#writeSettings} FORMAT JSONEachRow`,
      );
  }
  override async insertCompact(table: string): Promise<void> {
    this.statements.push(
      `INSERT INTO ${table} SETTINGS ${this.#writeSettings} FORMAT JSONCompactEachRow`,
    );
  }
  override async rows<S extends v.GenericSchema>(
    schema: S,
    sql: string,
  ): Promise<v.InferOutput<S>[]> {
    this.statements.push(`${sql} SETTINGS ${this.#readSettings}`);
    for (const row of rows) {
      const result = v.safeParse(schema, row);
      if (result.success) return [result.output];
    }
    return [];
  }
  override inspect<S extends v.GenericSchema>(schema: S, sql: string) {
    return this.rows(schema, sql);
  }
  override async columns<S extends v.GenericSchema>(
    schema: S,
    sql: string,
  ): Promise<v.InferOutput<S>> {
    this.statements.push(`${sql} SETTINGS ${this.#readSettings}`);
    return v.parse(schema, {});
  }
}

const fullScope: TimelineScope = {
  promptId: [uuid(6)],
  tag: ['t'],
  category: ['c'],
  ...labelledClassifications.byParameter(() => ['value']),
  mentionsTracked: true,
  platform: ['chatgpt_app'],
  region: ['US'],
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  groupBy: 'platform',
  brandIds: [uuid(4)],
};
const plainScope: TimelineScope = { ...everyAnswerScope, groupBy: 'region' };

/** Calls every method of the store's ledger. */
async function addScan({ ledger }: Store, tenant: Tenant): Promise<void> {
  const [siteId, id] = [uuid(3), uuid(11)];
  const { accountId } = tenant;
  const lease = await ledger.takeLease(new AbortController().signal);
  const amounts = { scanCeiling: 1, monthCeiling: 1 };
  const plan = { prompts: [], cells: [], runs: 1, ...amounts, zone: 'UTC' };
  await ledger.requestScan({
    id,
    accountId,
    siteId,
    createdAt: 1,
    dueAt: null,
    requestedBy: '',
    plan,
  });
  const cell = { platform: 'chatgpt_api', region: 'US' };
  const asked = { accountId, siteId, scanId: id, question: 0, attempt: 1, ...cell, at: 1 };
  await ledger.startQuestions(lease, [{ ...asked, estimate: 1 }]);
  const end = { outcome: 'failed', cost: 1, reason: '', answer: null, raw: 'raw' } as const;
  await ledger.endQuestions([{ ...asked, ...end }]);
  await ledger.unfinishedScans();
  await ledger.askedQuestions(siteId, id);
  for await (const _ of ledger.answersOf(siteId, id));
  await ledger.scannableSites();
  await ledger.lastDueTimes(Date.now());
  await ledger.spending(null, 'UTC', 1);
  await ledger.spending({ id: siteId, accountId }, 'UTC', 1);
  await ledger.scans(tenant, siteId, { after: { createdAt: 1, id }, limit: 10 });
  await ledger.scan(tenant, siteId, id);
  await ledger.runningScans(tenant);
  await ledger.lastEnd(tenant);
  await ledger.failedScans(tenant);
  await ledger.progress(tenant, siteId, [id]);
  await ledger.rawResponse(tenant, siteId, id, 0);
  await ledger.dropResponsesBefore('2026-01-02');
  await ledger.addStep({ id, accountId, siteId }, 'removed', 1);
  await lease.end();
}

/** Calls many methods of the store, for reading, writing and importing, and returns the statements that they send. */
async function recordStatements(): Promise<string[]> {
  const client = createClient({ log: { level: ClickHouseLogLevel.OFF } });
  const engine = new Recorder([client], layout, 1_000);
  const store = createClickHouseStore(engine, {
    layout,
    importLock: createProcessLock(),
    runnerLock: createProcessLock(),
    now: () => Date.UTC(2026, 0, 1),
    isShared: true,
  });
  const tenant = { accountId: uuid(1), clientId: null };
  const page = { after: { createdAt: 1, id: uuid(2) }, limit: 10 };
  await store.ping();
  await store.clients(tenant, page);
  await store.hasClient(tenant, uuid(2));
  await store.sites(tenant, uuid(2), page);
  await store.site(tenant, uuid(3));
  await store.prompt(tenant, uuid(3), uuid(6));
  await store.scan(tenant, uuid(3), uuid(7));
  await store.filterValues(tenant, uuid(3), null);
  await store.filterValues(tenant, uuid(3), uuid(7));
  await store.timeline(tenant, uuid(3), fullScope);
  await store.timeline(tenant, uuid(3), plainScope);
  await store.timeline(tenant, uuid(3), { ...plainScope, groupBy: 'cell' });
  await store.counts(tenant, uuid(3), fullScope);
  await store.counts(tenant, uuid(3), plainScope);
  await store.scans(tenant, uuid(3), page);
  await store.models(tenant, uuid(3), fullScope);
  await store.models(tenant, uuid(3), plainScope);
  await store.listedSites(tenant, [], page);
  await store.listedSites(tenant, ['s'], page);
  await store.listedSite(tenant, uuid(3));
  await store.overview(tenant, page, 10);
  await store.notes(tenant, uuid(3), uuid(9));
  await store.addNote(tenant, {
    activityId: uuid(10),
    siteId: uuid(3),
    recommendationId: uuid(9),
    body: 'b',
    createdAt: 1,
    author: 'c',
    authorKeyId: null,
    audience: 'client' as const,
  });
  await addScan(store, tenant);
  await store.lookups.accounts();
  await store.lookups.brandsOfSites([uuid(3)]);
  const writer = await store.beginImport();
  const scan = {
    id: uuid(7),
    siteId: uuid(3),
    status: 'completed' as const,
    createdAt: 1,
    startedAt: null,
    completedAt: 1,
    updatedAt: 1,
  };
  const emptyCatalogue = { clients: [], sites: [], brands: [], recommendations: [] };
  const prompt = {
    id: uuid(7),
    siteId: uuid(3),
    text: '',
    category: '',
    ...noClassifications,
    mentionsTracked: false,
    retired: false,
  };
  await writer.removeRecords([{ table: 'recommendations', id: uuid(9), ownerId: uuid(3) }]);
  const account = { id: uuid(1), name: 'A', kind: 'agency' as const, sample: false };
  await writer.writeCatalogue({
    ...emptyCatalogue,
    accounts: [account],
    prompts: [prompt],
    scans: [scan],
  });
  const answer: AnswerRecord = {
    siteId: uuid(3),
    scanId: uuid(7),
    promptId: uuid(7),
    platform: 'chatgpt_app',
    region: 'US',
    run: 1,
    brandIds: [],
    sentiments: [],
    domains: ['a.example'],
    evidence: { ...noEvidence, text: 'A text.', areMentionsGiven: false },
  };
  await writer.writeAnswers([answer]);
  await writer.writeAnswers([answer]);
  await writer.readRemeasurableAnswers(uuid(3), null);
  await writer.readRemeasurableAnswers(uuid(3), answer);
  await writer.replaceMeasurements([answer]);
  await writer.commit();
  // The next import begins only after the cleanup of the previous one.
  await (await store.beginImport()).abort();
  await store.close();
  return engine.statements;
}

describe('on a cluster', () => {
  let folder: string;
  let engine: Engine;
  let statements: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-'));
    engine = await openInProcess(join(folder, 'engine'), 1);
    statements = await recordStatements();
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it('the engine can parse every recorded statement of the store', async () => {
    expect(statements.length).toBeGreaterThan(80);
    for (const statement of new Set(statements)) {
      // Bound parameters are filled in after parsing; any literal will do here.
      const text = statement
        .replace(/ FORMAT JSON\w+$/, ' VALUES')
        .replace(/\{\w+:[^}]+\}/g, 'NULL');
      await expect(engine.define(`EXPLAIN AST ${text}`), statement).resolves.toBeUndefined();
    }
    await expect(engine.define('EXPLAIN AST SELECT FROM WHERE')).rejects.toThrow();
  });

  const siteTables = [
    'brands',
    'prompts',
    'scans',
    'recommendations',
    'answers',
    'texts',
    'tallies',
    'notes',
    'scanRequests',
    'scanPlans',
    'scanSteps',
    'questions',
    'responses',
  ];

  it('tables with the data of sites are replicated within a shard, under a distributed table', () => {
    for (const name of siteTables) {
      const local = definitions.find((text) => text.includes(`EXISTS ${name}_local ON`));
      expect(local).toContain("ON CLUSTER 'sightline-1'");
      expect(local).toMatch(/Replicated\w*MergeTree\('\/clickhouse\/tables\/\{shard\}/);
      const distributed = definitions.find((text) => text.includes(`EXISTS ${name} ON`));
      expect(distributed).toContain(`${name}_local, cityHash64(siteId))`);
    }
  });

  it('small tables are replicated in full on every node', () => {
    for (const name of [
      'imports',
      'claims',
      'runnerClaims',
      'accounts',
      'clients',
      'sites',
      'keys',
      'keyUses',
      'journal',
      'audit',
    ]) {
      const text = definitions.find((definition) => definition.includes(`EXISTS ${name} ON`));
      expect(text).toContain(`'/clickhouse/tables/{database}/${name}', '{shard}-{replica}'`);
    }
  });

  it('rows are deleted from local tables, never from a distributed one', () => {
    const deletions = statements.filter((text) => text.startsWith('DELETE'));
    expect(deletions.length).toBeGreaterThan(10);
    for (const text of deletions) {
      expect(text).toContain("ON CLUSTER 'sightline-1'");
      expect(text).not.toMatch(new RegExp(`FROM (?:${siteTables.join('|')})\\b(?!_)`));
    }
  });

  it('removed records are removed from the files of local tables on every node', () => {
    const changes = statements.filter((text) =>
      /^ALTER TABLE .* (?:DELETE|APPLY|MODIFY|DROP)/.test(text),
    );
    for (const name of [
      ...['clients', 'keys', 'prompts_local', 'answers_local', 'notes_local'],
      ...['scanPlans_local', 'responses_local'],
    ]) {
      const target = `ALTER TABLE ${name} ON CLUSTER 'sightline-1'`;
      expect(changes.filter((text) => text.startsWith(target)).length, name).toBeGreaterThan(1);
    }
    for (const text of changes)
      expect(text).not.toMatch(new RegExp(`(?:TABLE|FROM) (?:${siteTables.join('|')})\\b(?!_)`));
  });

  it('an import is published only after the replicas of every table are synchronised', () => {
    const publicationIndex = statements.findIndex((text) => text.startsWith('INSERT INTO imports'));
    const syncStatements = statements.filter((text) => text.startsWith('SYSTEM SYNC REPLICA'));
    expect(syncStatements).toHaveLength(tables.length);
    for (const text of syncStatements)
      expect(statements.indexOf(text)).toBeLessThan(publicationIndex);
  });
});

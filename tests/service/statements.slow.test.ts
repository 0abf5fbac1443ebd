import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import type { ParameterTable } from '../../src/contract/parameters.ts';
import { wholeWordsOf } from '../../src/service/store/answer-words.ts';
import {
  Engine,
  type Params,
  type ReadOptions,
} from '../../src/service/store/clickhouse/engine/engine.ts';
import { EngineError } from '../../src/service/store/clickhouse/engine/engine-errors.ts';
import { openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { callPathOf, endpointNames, everyOperation } from '../setup/endpoints.ts';
import { openEngineAs } from '../setup/engine-store.ts';
import { isSoak } from '../setup/soak.ts';
import { loadSmallLedger } from './small-ledger.ts';
import { branches, measured, now } from './small-world.ts';
import { openTestClient, type TestClient } from './test-client.ts';

/** Strings with a special meaning to some layer between a URL and the engine. */
const payloads = [
  "'",
  "' OR 1=1 --",
  "'; DROP TABLE answers; --",
  "x') OR siteId != toUUID('",
  '" OR ""="',
  '`; SYSTEM SHUTDOWN',
  "\\' OR 1=1 --",
  '\\',
  '{site:UUID}',
  '{account:UUID}',
  '/* */ UNION ALL SELECT * FROM keys --',
  "['a','b']",
  "a'] OR hasAny(tags, ['price",
  'a\tb\nc\r\n',
  '\\N',
  '\u0000',
  '\u2028’´＇',
  '%27%20OR%201%3D1',
  '__proto__',
  `${measured.siteId}' OR '1'='1`,
  'FORMAT Values SETTINGS readonly=0',
];

/** A well-formed value for each query parameter. */
const wellFormedValues: Readonly<Record<string, string>> = {
  promptId: measured.prompts.shoes,
  tag: 'price',
  category: 'buying',
  product: 'shoe',
  persona: 'runner',
  stage: 'own',
  brandMention: 'mentions_tracked_brand',
  platform: 'claude_api',
  region: 'US',
  brand: measured.brands.acme,
  competitorId: measured.brands.beta,
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  metric: 'gap',
  groupBy: 'region',
  brandId: measured.brands.gamma,
  scanId: measured.scans.first,
  cursor: 'x',
  limit: '1',
  q: 'shop',
  mentions: measured.brands.acme,
  mentionsNot: measured.brands.beta,
  domain: 'acme.example',
  citedPage: 'acme.example/shoes',
};

const ids: Readonly<Record<string, string>> = {
  clientId: branches.first.ids.clientId ?? '',
  siteId: measured.siteId,
  promptId: measured.prompts.shoes,
  scanId: measured.scans.first,
  recommendationId: measured.recommendations[0],
  answerId: branches.first.ids.answerId,
};
const timeline = `/v1/sites/${measured.siteId}/reports/timeline`;
/** Every endpoint that takes query parameters, and each parameter that it requires on its own. */
const endpointParameters = endpointNames.flatMap((name): [string, string, ParameterTable][] => {
  const { query } = everyOperation[name];
  const { method, path } = everyEndpoint[name];
  // A feed is read with the secret in its path.
  if (method !== 'GET' || !query || path === everyEndpoint.feed.path) return [];
  const required = Object.entries(query).filter(([, { isRequired }]) => isRequired);
  const others = Object.entries(query).filter(([, { isRequired }]) => !isRequired);
  return [
    [name, callPathOf(name, ids), Object.fromEntries(others)],
    ...required.map(([parameter, one]): [string, string, ParameterTable] => [
      `${name}, which is required,`,
      callPathOf(name, ids, parameter),
      { [parameter]: one },
    ]),
  ];
});
/** The path of each endpoint, once for each of its path parameters, with `value` in place of that parameter. */
const pathsWith = (value: string): [EndpointName, string][] =>
  endpointNames.flatMap((name) =>
    [...everyEndpoint[name].path.matchAll(/\{(\w+)\}/g)].map(
      ([, parameter = '']): [EndpointName, string] => [
        name,
        callPathOf(name, { ...ids, [parameter]: value }),
      ],
    ),
  );

const tenantTables = [
  'clients',
  'sites',
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

/** The tenant tables that a statement reads. */
const tablesReadBy = (statement: string): string[] =>
  [...statement.matchAll(/\bFROM (\w+)/g)]
    .map(([, table = '']) => table)
    .filter((table) => tenantTables.includes(table));

const toQuery = (...pairs: [string, string][]) => `?${new URLSearchParams(pairs)}`;

/** Adds a query to a path, which may already have one. */
const addQuery = (path: string, query: string) =>
  path.includes('?') ? path + query.replace('?', '&') : path + query;

/** Where statements are recorded: only those of what the test does, not those of compactions and other work in the background. */
const recording = new AsyncLocalStorage<string[]>();

/** An engine that records the statements of requests; for an insert, it records only the table name. */
class RecordingEngine extends Engine {
  override rows<S extends v.GenericSchema>(
    schema: S,
    sql: string,
    params?: Params,
    options?: ReadOptions,
  ): Promise<v.InferOutput<S>[]> {
    // A request may be the first to begin a check of the store.
    if (!sql.includes('FROM system.')) recording.getStore()?.push(sql);
    return super.rows(schema, sql, params, options);
  }

  override columns<S extends v.GenericSchema>(
    schema: S,
    sql: string,
    params?: Params,
    options?: ReadOptions,
  ): Promise<v.InferOutput<S>> {
    recording.getStore()?.push(sql);
    return super.columns(schema, sql, params, options);
  }

  override run(sql: string, params?: Params): Promise<void> {
    recording.getStore()?.push(sql);
    return super.run(sql, params);
  }

  override insert(table: string, rows: readonly object[]): Promise<void> {
    // Key uses and the audit trail are written in the background.
    if (table !== 'keyUses' && table !== 'audit') recording.getStore()?.push(table);
    return super.insert(table, rows);
  }
}

describe('for any request,', () => {
  let dataDir = '';
  let engine: RecordingEngine;
  let opened: TestClient | null = null;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
    engine = await openEngineAs(RecordingEngine, dataDir);
    const store = await openOnEngine(engine);
    opened = await openTestClient(store);
    await loadSmallLedger(store);
  });
  afterAll(async () => {
    await opened?.store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  /** Sends a request, which must not fail in the service. Returns its statements. */
  async function recordStatements(path: string, body?: string): Promise<string[]> {
    if (!opened) throw new Error('The store is not open yet.');
    const { callAs, addNote, failures } = opened;
    const statements: string[] = [];
    await recording.run(statements, () =>
      body === undefined ? callAs('agency', path) : addNote('agency', path, body),
    );
    expect(failures, path).toEqual([]);
    return statements;
  }

  /** Whether a request with any text as a parameter's value is accepted. */
  async function isAccepted(path: string): Promise<boolean> {
    return (await opened?.callAs('agency', path))?.status === 200;
  }

  test.each(endpointParameters)(
    'statements do not contain the value of any parameter of %s',
    async (_, path, table) => {
      const isTextAt: Record<string, boolean> = {};
      const known = new Set<string>();
      for (const name of Object.keys(table)) {
        const value = wellFormedValues[name];
        if (value === undefined)
          throw new Error(`Add a well-formed value for ${name} to wellFormedValues.`);
        // Twice, because some statements about a site run only the first time.
        const withUnknownParameter = toQuery([name, value], ['unheard', 'of']);
        for (const query of [toQuery([name, value]), withUnknownParameter]) {
          for (const text of await recordStatements(addQuery(path, query))) known.add(text);
        }
        isTextAt[name] = await isAccepted(
          addQuery(path, toQuery([name, `${payloads[0]}, unlike any below`])),
        );
      }
      const names = Object.keys(table);
      // All texts in one request, since a statement's conditions depend only on which parameters there are. With SOAK=1
      // also each text alone.
      const textQuery = (text: string) =>
        toQuery(
          ...names.filter((name) => isTextAt[name]).map((name): [string, string] => [name, text]),
        );
      for (const payload of payloads) {
        // Statements have a condition for each word of a search.
        const words = wholeWordsOf(payload).map((_, n) => `word${n}`);
        for (const text of await recordStatements(
          addQuery(path, textQuery(words.join(' ') || '-')),
        ))
          known.add(text);
        if (isSoak && names.includes('q')) {
          for (const text of await recordStatements(path + toQuery(['q', words.join(' ') || '-'])))
            known.add(text);
        }
        const queries = names
          .filter((name) => isSoak || !isTextAt[name])
          .map((name) => toQuery([name, payload]));
        for (const query of [textQuery(payload), ...queries]) {
          for (const text of await recordStatements(addQuery(path, query)))
            expect(known, payload).toContain(text);
        }
      }
    },
  );

  test('statements do not contain the values of free-text parameters with several values', async () => {
    const names = ['tag', 'category', 'product', 'persona', 'stage', 'region'];
    const recordStatementsWith = (values: readonly string[]) =>
      recordStatements(
        timeline +
          toQuery(
            ...names.flatMap((name) => values.map((value): [string, string] => [name, value])),
          ),
      );
    await recordStatementsWith(['warm']);
    const benign = await recordStatementsWith(['one']);
    expect(benign).toHaveLength(1);
    expect(await recordStatementsWith(payloads)).toEqual(benign);
  });

  test('statements do not contain the name of an unknown parameter', async () => {
    const listStatements = new Set(await recordStatements('/v1/clients'));
    expect(listStatements.size).toBeGreaterThan(0);
    await recordStatements(timeline);
    for (const payload of payloads) {
      const unknownParameter = toQuery([payload, 'x']);
      const statements = await recordStatements(`/v1/clients${unknownParameter}`);
      expect(new Set(statements), payload).toEqual(listStatements);
      // The timeline is cached.
      expect(await recordStatements(timeline + unknownParameter)).toEqual([]);
    }
  });

  test('statements do not contain an ID from a path', async () => {
    const known = new Set<string>();
    for (const [name, path] of pathsWith(measured.siteId.replace('0100', '0fff'))) {
      if (name === 'notes') continue;
      for (const text of await recordStatements(path)) known.add(text);
    }
    expect(known.size).toBeGreaterThan(3);
    for (const payload of payloads) {
      for (const [name, path] of pathsWith(payload)) {
        const body = name === 'notes' ? '{"body":"x"}' : undefined;
        for (const text of await recordStatements(path, body)) expect(known, path).toContain(text);
      }
    }
  });

  test('every statement that reads tenant data has the account ID as a parameter', async () => {
    // No test above reads this site, so nothing about it is cached.
    const { ids, accountId } = branches.second;
    const { siteId, scanId, recommendationId } = ids;
    const statements = new Set<string>();
    const paths = endpointNames
      .filter((name) => everyEndpoint[name].method === 'GET')
      .map((name) => callPathOf(name, ids));
    const scan = toQuery(['scanId', scanId]);
    for (const path of [...paths, `/v1/sites/${siteId}/filters${scan}`]) {
      for (const text of await recordStatements(path)) statements.add(text);
    }
    if (!opened) throw new Error('The store is not open yet.');
    const { store } = opened;
    const tenant = { accountId, clientId: null };
    const note = {
      activityId: scanId,
      siteId,
      recommendationId,
      body: 'x',
      createdAt: 0,
      author: 'y',
      authorKeyId: null,
      audience: 'client' as const,
    };
    const direct: string[] = [];
    await recording.run(direct, async () => {
      await store.addNote(tenant, note);
      await store.notes(tenant, siteId, recommendationId);
      await store.ledger.rawResponse(tenant, siteId, scanId, 0);
      await store.ledger.spending({ id: siteId, accountId }, 'UTC', 0);
    });
    for (const text of direct) statements.add(text);
    expect(new Set([...statements].flatMap(tablesReadBy))).toEqual(new Set(tenantTables));
    // Reads across tenants, of sites that the request has found with its tenant.
    const lookups: string[] = [];
    await recording.run(lookups, async () => {
      await store.lookups.promptsOfSites([siteId]);
      // For all sites, of which the route picks the tenant's: rows count only where they name the account of their site.
      await store.ledger.lastDueTimes(now);
      // What all accounts have spent counts against the host's budget; no response contains it.
      await store.ledger.spending(null, 'UTC', 0);
    });
    const withoutTenant = [...statements].filter(
      (text) => !text.includes('{account:UUID}') && !lookups.includes(text),
    );
    expect(withoutTenant.filter((text) => tablesReadBy(text).length > 0)).toEqual([]);
  });

  test('an engine error does not contain parameter values', async () => {
    await recordStatements('/v1/clients');
    const canary = 'CANARY 4711';
    const refused = engine.rows(v.object({ n: v.number() }), 'SELECT toUInt8({text:String}) AS n', {
      text: canary,
    });
    await expect(refused).rejects.toThrow(EngineError);
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(canary);
  });

  test('statements do not contain the text of a note', async () => {
    const [[, path] = ['notes', '']] = pathsWith(measured.siteId).filter(([n]) => n === 'notes');
    const benign = await recordStatements(path, '{"body":"x"}');
    // A note without visible characters is refused before any statement.
    const texts = payloads.map((payload) => (payload === '\u0000' ? 'x\u0000y' : payload));
    for (const text of texts) {
      const body = JSON.stringify({ body: text });
      expect(await recordStatements(path, body)).toEqual(benign);
    }
    if (!opened) throw new Error('The store is not open yet.');
    const tenant = { accountId: branches.first.accountId, clientId: null };
    const [recommendation] = measured.recommendations;
    const stored = await opened.store.notes(tenant, measured.siteId, recommendation);
    expect(stored.map((note) => note.body).sort()).toEqual(['x', ...texts].sort());
  });
});

import * as v from 'valibot';
import type { Store, Tenant } from '../store.ts';
import type { Engine } from './engine.ts';
import { ClickHouseImport } from './import-writer.ts';
import { KeyTable } from './keys.ts';
import { lookupsOver } from './lookups.ts';
import {
  readClient,
  readClients,
  readNotes,
  readPrompt,
  readRecommendation,
  readScan,
  readSites,
  readVocabulary,
} from './reads.ts';
import { definitions } from './schema.ts';
import { readSiteCatalogue, type SiteCatalogue } from './site-catalogue.ts';
import { sweep } from './sweep.ts';
import { countTimeline } from './timeline.ts';
import { Turns } from './turns.ts';

const LastImport = v.object({ last: v.number() });

const sweepEveryMs = 60_000;

/** Sites whose catalogues are held; the one longest unused goes first. */
const cataloguesHeld = 500;

/** Catalogues at one data version, each under the tenant it was read for. */
class CatalogueCache {
  #version = -1;
  readonly #held = new Map<string, Promise<SiteCatalogue | null>>();

  get(
    tenant: Tenant,
    siteId: string,
    version: number,
    read: () => Promise<SiteCatalogue | null>,
  ): Promise<SiteCatalogue | null> {
    if (version !== this.#version) {
      this.#held.clear();
      this.#version = version;
    }
    const key = `${tenant.accountId} ${tenant.clientId} ${siteId}`;
    const catalogue = this.#held.get(key) ?? read();
    this.#held.delete(key);
    this.#held.set(key, catalogue);
    catalogue.catch(() => this.#held.delete(key));
    const [oldest] = this.#held.keys();
    if (this.#held.size > cataloguesHeld && oldest !== undefined) this.#held.delete(oldest);
    return catalogue;
  }
}

/**
 * The store over ClickHouse. Takes over the engine: closing the store closes it.
 * @param now milliseconds since the epoch; stamps imports.
 */
export async function createClickHouseStore(engine: Engine, now: () => number): Promise<Store> {
  for (const definition of definitions) await engine.define(definition);
  const keys = new KeyTable(engine);
  await keys.load();
  const [found] = await engine.rows(LastImport, 'SELECT max(id) AS last FROM imports');
  let version = found?.last ?? 0;
  let lastId = version;

  const turns = new Turns();
  const catalogues = new CatalogueCache();
  const catalogueOf = (tenant: Tenant, siteId: string, at: number) =>
    catalogues.get(tenant, siteId, at, () => readSiteCatalogue(engine, tenant, siteId, at));

  let sweptAt = 0;
  const sweepThen = (endTurn: () => void) => {
    sweptAt = now();
    // A sweep that fails leaves rows that nobody sees; the next one takes them.
    sweep(engine, sweptAt)
      .catch(() => {})
      .finally(endTurn);
  };
  sweepThen(await turns.take());

  return {
    name: 'clickhouse',

    clients: (tenant, page) => readClients(engine, tenant, page, version),
    async hasClient(tenant, clientId) {
      return (await readClient(engine, tenant, clientId, version)).length > 0;
    },
    sites: (tenant, clientId, page) => readSites(engine, tenant, clientId, page, version),
    async site(tenant, siteId) {
      return (await catalogueOf(tenant, siteId, version))?.facts ?? null;
    },
    prompt: (tenant, siteId, promptId) => readPrompt(engine, tenant, siteId, promptId, version),
    scan: (tenant, siteId, scanId) => readScan(engine, tenant, siteId, scanId, version),
    async vocabulary(tenant, siteId, scanId) {
      const at = version;
      const catalogue = await catalogueOf(tenant, siteId, at);
      if (!catalogue) return null;
      if (scanId !== null && !(await readScan(engine, tenant, siteId, scanId, at))) return null;
      return readVocabulary(engine, tenant, siteId, scanId, catalogue.brandIdOf, at);
    },
    async timeline(tenant, siteId, scope) {
      const at = version;
      const catalogue = await catalogueOf(tenant, siteId, at);
      if (catalogue) return countTimeline(engine, tenant, catalogue, scope, at);
      return {
        scans: [],
        answers: { scan: [], group: [], answers: [], mentions: [] },
        brands: {
          scan: [],
          group: [],
          brandId: [],
          mentions: [],
          sentiments: [],
          sentimentSum: [],
        },
      };
    },
    async hasRecommendation(tenant, siteId, recommendationId) {
      return (await readRecommendation(engine, tenant, siteId, recommendationId, version)) !== null;
    },
    notes: (tenant, siteId, recommendationId) =>
      readNotes(engine, tenant, siteId, recommendationId, version),
    async addNote(tenant, note) {
      const { siteId, recommendationId } = note;
      if (!(await readRecommendation(engine, tenant, siteId, recommendationId, version))) return;
      await engine.insert('notes', [note]);
    },

    async keyByDigest(digest) {
      return keys.byDigest(digest);
    },
    async keys() {
      return keys.all();
    },
    putKey: (key) => keys.put(key),
    keysUsed: (uses) => keys.used(uses),

    async dataVersion() {
      return String(version);
    },
    lookups: lookupsOver(engine, () => version),
    async beginImport() {
      const endTurn = await turns.take();
      lastId = Math.max(lastId + 1, now() * 1000);
      const id = lastId;
      return new ClickHouseImport(engine, id, now, (committed) => {
        if (committed) version = id;
        // Replaced rows may go a minute later, so more sweeps than that would find nothing.
        if (committed && now() - sweptAt < sweepEveryMs) endTurn();
        else sweepThen(endTurn);
      });
    },

    async ping() {
      await engine.rows(v.object({ one: v.number() }), 'SELECT 1 AS one');
    },
    async close() {
      await turns.take();
      await engine.close();
    },
  };
}

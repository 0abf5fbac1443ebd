import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { type Store, StoreUnavailable, type Tenant } from '../store.ts';
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
import { readSiteCatalogue, type SiteCatalogue } from './site-catalogue.ts';
import { sweep } from './sweep.ts';
import type { Layout } from './tables.ts';
import { countTimeline } from './timeline.ts';
import type { Turn, Turns } from './turns.ts';

const LastImport = v.object({ last: v.number() });

const sweepEveryMs = 60_000;
const refreshEveryMs = 500;
/** An import on another host that began this long ago has ended, one way or the other. */
const abandonedImportMs = 6 * 3_600_000;

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

const One = v.object({ one: v.number() });

/** What every call needs and a server that is away at the start has yet to give. */
interface State {
  version: number;
}

/**
 * The store over ClickHouse. Takes over the engine: closing the store closes it. Nothing is asked of the
 * engine before the first call; while preparing fails, every call does.
 * @param layout of the tables there.
 * @param turns among whoever else imports there.
 * @param now milliseconds since the epoch; stamps imports.
 */
export function createClickHouseStore(
  engine: Engine,
  options: { layout: Layout; turns: Turns; now: () => number; shared: boolean },
): Store {
  const { layout, turns, now, shared } = options;
  const keys = new KeyTable(engine);
  const catalogues = new CatalogueCache();
  let preparing: Promise<State> | null = null;
  let lastId = 0;
  let sweptAt = 0;
  let away: StoreUnavailable | null = null;

  const readVersion = async (): Promise<number> => {
    const [found] = await engine.rows(LastImport, 'SELECT max(id) AS last FROM imports');
    return found?.last ?? 0;
  };
  const prepare = async (): Promise<State> => {
    for (const definition of layout.definitions) await engine.define(definition);
    await keys.refresh();
    const state = { version: await readVersion() };
    if (!shared) sweepThen(await turns.take());
    return state;
  };
  const ready = (): Promise<State> => {
    // A host cut off from the server knows of no revoked key and no newer data: it answers nothing.
    if (away !== null) return Promise.reject(away);
    return prepared();
  };
  const prepared = (): Promise<State> => {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  };
  // Hosts on one server see each other's imports and revoked keys within a second.
  const refreshing = shared
    ? setInterval(() => {
        const refresh = async () => {
          const state = await prepared();
          const [version] = await Promise.all([readVersion(), keys.refresh()]);
          state.version = Math.max(state.version, version);
        };
        refresh().then(
          () => {
            away = null;
          },
          () => {
            away = new StoreUnavailable('The server cannot be reached.');
          },
        );
      }, refreshEveryMs)
    : null;
  refreshing?.unref();

  const catalogueOf = (tenant: Tenant, siteId: string, at: number) =>
    catalogues.get(tenant, siteId, at, () => readSiteCatalogue(engine, tenant, siteId, at));
  const sweepThen = (turn: Turn): void => {
    sweptAt = now();
    // Where others import too, only who has the turn may sweep, and nothing that could still be under way.
    const abandonedAfterMs = shared ? abandonedImportMs : 0;
    turn
      .stillHeld()
      .then(async (held) => {
        if (held) await sweep(engine, layout, { now: sweptAt, abandonedAfterMs });
      })
      // A sweep that fails leaves rows that nobody sees; the next one takes them.
      .catch(() => {})
      .finally(() => turn.end());
  };

  return {
    name: 'clickhouse',

    async clients(tenant, page) {
      return readClients(engine, tenant, page, (await ready()).version);
    },
    async hasClient(tenant, clientId) {
      const { version } = await ready();
      return (await readClient(engine, tenant, clientId, version)).length > 0;
    },
    async sites(tenant, clientId, page) {
      return readSites(engine, tenant, clientId, page, (await ready()).version);
    },
    async site(tenant, siteId) {
      const { version } = await ready();
      return (await catalogueOf(tenant, siteId, version))?.facts ?? null;
    },
    async prompt(tenant, siteId, promptId) {
      return readPrompt(engine, tenant, siteId, promptId, (await ready()).version);
    },
    async scan(tenant, siteId, scanId) {
      return readScan(engine, tenant, siteId, scanId, (await ready()).version);
    },
    async vocabulary(tenant, siteId, scanId) {
      const { version } = await ready();
      const catalogue = await catalogueOf(tenant, siteId, version);
      if (!catalogue) return null;
      if (scanId !== null && !(await readScan(engine, tenant, siteId, scanId, version)))
        return null;
      return readVocabulary(engine, tenant, siteId, scanId, catalogue.brandIdOf, version);
    },
    async timeline(tenant, siteId, scope) {
      const { version } = await ready();
      const catalogue = await catalogueOf(tenant, siteId, version);
      if (catalogue) return countTimeline(engine, tenant, catalogue, scope, version);
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
    async hasRecommendation(tenant, siteId, id) {
      const { version } = await ready();
      return (await readRecommendation(engine, tenant, siteId, id, version)) !== null;
    },
    async notes(tenant, siteId, recommendationId) {
      return readNotes(engine, tenant, siteId, recommendationId, (await ready()).version);
    },
    async addNote(tenant, note) {
      const { version } = await ready();
      const { siteId, recommendationId } = note;
      if (!(await readRecommendation(engine, tenant, siteId, recommendationId, version))) return;
      await engine.insert('notes', [note]);
    },

    async keyByDigest(digest) {
      await ready();
      return keys.byDigest(digest);
    },
    async keys() {
      await ready();
      return await keys.all();
    },
    async putKey(key) {
      await ready();
      await keys.put(key);
    },
    async keysUsed(uses) {
      await ready();
      await keys.used(uses);
    },

    async dataVersion() {
      return String((await ready()).version);
    },
    lookups: lookupsOver(engine, async () => (await ready()).version),
    async beginImport() {
      const state = await ready();
      const turn = await turns.take();
      try {
        const base = await readVersion();
        state.version = Math.max(state.version, base);
        // Random below the millisecond, so that hosts with equal clocks do not meet.
        lastId = Math.max(lastId + 1, base + 1, now() * 1000) + randomInt(1000);
        const id = lastId;
        const done = async (committed: boolean) => {
          if (committed) state.version = id;
          // Replaced rows may go a minute later, so more sweeps than that would find nothing.
          if (committed && now() - sweptAt < sweepEveryMs) await turn.end();
          else sweepThen(turn);
        };
        return new ClickHouseImport({ engine, layout, id, base, turn, now, done });
      } catch (error) {
        await turn.end();
        throw error;
      }
    },

    async ping() {
      await ready();
      await engine.rows(One, 'SELECT 1 AS one');
    },
    async close() {
      if (refreshing) clearInterval(refreshing);
      // In process, what is still being swept would be cut off in the middle.
      if (!shared) await turns.take();
      await engine.close();
    },
  };
}

import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import {
  type Store,
  type StoreCheck,
  StoreDamaged,
  StoreUnavailable,
  type Tenant,
} from '../store.ts';
import { AuditTable } from './audit.ts';
import { CatalogueCache } from './catalogue-cache.ts';
import { checkStore } from './check.ts';
import type { Engine } from './engine.ts';
import { ClickHouseImport } from './import-writer.ts';
import { Journal } from './journal.ts';
import { KeyTable } from './keys.ts';
import type { Layout } from './layout.ts';
import { lookupsOver } from './lookups.ts';
import { findStore, migrate } from './migrations.ts';
import { NoteTable } from './notes.ts';
import {
  hasClient,
  readClients,
  readPrompt,
  readScan,
  readSites,
  readVocabulary,
} from './reads.ts';
import { readSiteCatalogue } from './site-catalogue.ts';
import { sweep } from './sweep.ts';
import { countTimeline } from './timeline.ts';
import type { Turn, Turns } from './turns.ts';
import { StoreWatch } from './watch.ts';

const LastImport = v.object({ last: v.number() });

const sweepEveryMs = 60_000;
const refreshEveryMs = 500;
/** After so many times a question is put again that has no answer yet. */
const ticksOfPatience = 4;
/** An import on another host that began this long ago has ended, one way or the other. */
const abandonedImportMs = 6 * 3_600_000;

const One = v.object({ one: v.number() });

/** What every call needs and a server that is away at the start has yet to give. */
interface State {
  /** The newest committed import. */
  version: number;
  /** The newest that touched a site, for sites touched since the store was opened. */
  siteVersions: Map<string, number>;
  /** The version when the store was opened: that of every other site. */
  openedAt: number;
}

const TouchedRow = v.object({ site: v.string(), import: v.number() });

/** Sites whose records or answers an import after `{version:UInt64}` has touched, each with the newest such. */
const touchedSites = (() => {
  const after = 'import IN (SELECT id FROM imports WHERE id > {version:UInt64})';
  const touched = ['brands', 'prompts', 'scans', 'recommendations'].map(
    (table) => `SELECT siteId AS site, import FROM ${table} WHERE ${after}`,
  );
  const all = [`SELECT id AS site, import FROM sites WHERE ${after}`, ...touched];
  return `SELECT site, max(import) AS import FROM (${all.join(' UNION ALL ')}) GROUP BY site`;
})();

/**
 * The store over ClickHouse. Takes over the engine: closing the store closes it. Nothing is asked of the
 * engine before the first call; while preparing fails, every call does.
 * @param options.layout of the tables there.
 * @param options.turns among whoever else imports there.
 * @param options.now milliseconds since the epoch; stamps imports.
 * @param options.shared whether the tables are on a server, and not files of this process.
 * @param options.holdsRows whether there are rows in the folder, whatever the engine finds of them.
 * @param options.onDamage called once when the store stops serving because it is damaged.
 */
export function createClickHouseStore(
  engine: Engine,
  options: {
    layout: Layout;
    turns: Turns;
    now: () => number;
    shared: boolean;
    holdsRows?: boolean;
    onDamage?: (damage: StoreDamaged) => void;
  },
): Store {
  const { layout, turns, now, shared, holdsRows = false, onDamage = () => {} } = options;
  const keys = new KeyTable(engine);
  const journal = new Journal(engine, now, !shared);
  const watch = new StoreWatch(engine, layout, { inProcess: !shared, onDamage });
  const notes = new NoteTable(engine);
  const audit = new AuditTable(engine);
  const catalogues = new CatalogueCache();
  let preparing: Promise<State> | null = null;
  /** Calls that come while a check runs share it. */
  let checking: Promise<StoreCheck> | null = null;
  let lastId = 0;
  let sweptAt = 0;
  let away: StoreUnavailable | null = null;

  const readVersion = async (): Promise<number> => {
    const [found] = await engine.rows(LastImport, 'SELECT max(id) AS last FROM imports');
    return found?.last ?? 0;
  };
  const prepare = async (): Promise<State> => {
    await watch.checkParts();
    const found = await findStore(engine, layout);
    if (found.version === 0 && holdsRows) {
      throw new StoreDamaged(
        'there are rows in its folder, and the definitions of its tables are gone',
      );
    }
    await watch.checkFiles(found.version);
    await migrate(found, { engine, layout, now, counts: !shared });
    await watch.checkRows();
    if (!shared) await journal.completeCommit();
    await keys.refresh();
    const version = await readVersion();
    watch.start(async () => {
      if (!shared) sweepThen(await turns.take());
    });
    return { version, openedAt: version, siteVersions: new Map<string, number>() };
  };
  const ready = (): Promise<State> => {
    // A host cut off from the server knows of no revoked key and no newer data: it answers nothing.
    const refusal = watch.damage ?? away;
    return refusal === null ? prepared() : Promise.reject(refusal);
  };
  const prepared = (): Promise<State> => {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  };
  /** Takes note of what imports up to this version have touched, before anybody is shown it. */
  const learn = async (state: State, version: number): Promise<void> => {
    if (version <= state.version) return;
    const touched = await engine.rows(TouchedRow, touchedSites, { version: state.version });
    for (const { site, import: at } of touched) state.siteVersions.set(site, at);
    state.version = Math.max(state.version, version);
  };
  const siteVersion = (state: State, siteId: string): number =>
    state.siteVersions.get(siteId) ?? state.openedAt;
  const refresh = async (): Promise<void> => {
    const state = await prepared();
    const [version] = await Promise.all([readVersion(), keys.refresh()]);
    await learn(state, version);
  };
  let ticks = 0;
  let unanswered = 0;
  let newestTold = 0;
  // Hosts on one server see each other's imports and revoked keys within a second. A slow server is not asked
  // more often than it answers, but for one call in two seconds: the one before may wait on a dead connection.
  const refreshing = shared
    ? setInterval(() => {
        ticks += 1;
        if (unanswered > 0 && ticks % ticksOfPatience !== 0) return;
        const asked = ticks;
        const tell = (news: StoreUnavailable | null): void => {
          unanswered -= 1;
          if (asked < newestTold) return;
          newestTold = asked;
          away = news;
        };
        unanswered += 1;
        refresh().then(
          () => tell(null),
          () => tell(new StoreUnavailable('The server cannot be reached.')),
        );
      }, refreshEveryMs)
    : null;
  refreshing?.unref();

  const catalogueOf = (tenant: Tenant, siteId: string, state: State) => {
    const { version } = state;
    return catalogues.get(tenant, siteId, siteVersion(state, siteId), () =>
      readSiteCatalogue(engine, tenant, siteId, version),
    );
  };
  const sweepThen = (turn: Turn): void => {
    if (!watch.isWhole) {
      void turn.end();
      return;
    }
    sweptAt = now();
    // Where others import too, only who has the turn may sweep, and nothing that could still be under way.
    const abandonedAfterMs = shared ? abandonedImportMs : 0;
    turn
      .stillHeld()
      .then(async (held) => {
        if (held) await sweep(engine, layout, journal, { now: sweptAt, abandonedAfterMs });
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
      return hasClient(engine, tenant, clientId, (await ready()).version);
    },
    async sites(tenant, clientId, page) {
      return readSites(engine, tenant, clientId, page, (await ready()).version);
    },
    async site(tenant, siteId) {
      return (await catalogueOf(tenant, siteId, await ready()))?.facts ?? null;
    },
    async prompt(tenant, siteId, promptId) {
      return readPrompt(engine, tenant, siteId, promptId, (await ready()).version);
    },
    async scan(tenant, siteId, scanId) {
      return readScan(engine, tenant, siteId, scanId, (await ready()).version);
    },
    async vocabulary(tenant, siteId, scanId, signal) {
      const state = await ready();
      const { version } = state;
      const catalogue = await catalogueOf(tenant, siteId, state);
      if (!catalogue) return null;
      if (scanId !== null && !(await readScan(engine, tenant, siteId, scanId, version)))
        return null;
      return readVocabulary(engine, tenant, siteId, scanId, {
        brandIdOf: catalogue.brandIdOf,
        version,
        signal,
      });
    },
    async timeline(tenant, siteId, scope, signal) {
      const state = await ready();
      const { version } = state;
      const catalogue = await catalogueOf(tenant, siteId, state);
      if (catalogue) {
        return countTimeline(engine, tenant, catalogue, scope, { version, signal });
      }
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
    async notes(tenant, siteId, recommendationId) {
      return notes.newest(tenant, siteId, recommendationId, (await ready()).version);
    },
    async addNote(tenant, note) {
      const { version } = await ready();
      const added = await notes.add(tenant, note, version);
      // The note is there: that it is not counted must not make anybody send it again.
      if (typeof added === 'object') await journal.kept().catch(() => {});
      return added;
    },

    async keyByDigest(digest) {
      await ready();
      return keys.byDigest(digest);
    },
    async keys() {
      await ready();
      return await keys.all();
    },
    async putKey(...given) {
      await ready();
      await keys.put(given);
      await journal.kept().catch(() => {});
    },
    revokeKeyInMemory: (id, at) => keys.revokeInMemory(id, at),
    async keysUsed(uses) {
      await ready();
      await keys.used(uses);
    },

    record: (record) => audit.add(record),
    async audit(query) {
      await ready();
      return audit.read(query);
    },

    async dataVersion(siteId) {
      const state = await ready();
      return String(siteId === undefined ? state.version : siteVersion(state, siteId));
    },
    lookups: lookupsOver(engine, async () => (await ready()).version),
    async beginImport() {
      const state = await ready();
      const turn = await turns.take();
      try {
        const base = await readVersion();
        await learn(state, base);
        // Random below the millisecond, so that hosts with equal clocks do not meet.
        lastId = Math.max(lastId + 1, base + 1, now() * 1000) + randomInt(1000);
        const id = lastId;
        await journal.record('begun', id);
        const done = async (committed: boolean) => {
          if (committed) await learn(state, id);
          // Replaced rows may go a minute later, so more sweeps than that would find nothing.
          if (committed && now() - sweptAt < sweepEveryMs) await turn.end();
          else sweepThen(turn);
        };
        return new ClickHouseImport({ engine, layout, journal, id, base, turn, now, done });
      } catch (error) {
        await turn.end();
        throw error;
      }
    },

    async check() {
      checking ??= checkStore(engine, layout, { inProcess: !shared }).finally(() => {
        checking = null;
      });
      const result = await checking;
      const [fault] = result.faults;
      if (fault !== undefined) watch.found(new StoreDamaged(fault));
      return result;
    },
    async ping() {
      await ready();
      await engine.rows(One, 'SELECT 1 AS one');
    },
    async close() {
      if (refreshing) clearInterval(refreshing);
      await keys.close();
      await audit.flush().catch(() => {});
      await watch.stop();
      // In process, what is still being swept would be cut off in the middle.
      const turn = shared ? null : await turns.take();
      await engine.close();
      await turn?.end();
    },
  };
}

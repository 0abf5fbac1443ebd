import * as v from 'valibot';
import { expect, it, onTestFinished, vi } from 'vitest';
import { engineDirOf } from '../../src/service/store/clickhouse/data-dir.ts';
import { Engine, openInProcess } from '../../src/service/store/clickhouse/engine.ts';
import { newestVersion } from '../../src/service/store/clickhouse/migrations.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { StoreTooNew } from '../../src/service/store/store.ts';
import { branches, keyPlans } from '../service/small-world.ts';
import { askAgain, serviceOver } from './ask-again.ts';
import { keptVersions, unpackStore } from './fixture.ts';
import { notes, notesPath } from './fixture-questions.ts';

async function openStore(dataDir: string) {
  const store = await openClickHouse({ dataDir });
  const { service, failures } = serviceOver(store);
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= service.close().then(() => store.close());
    return closing;
  };
  onTestFinished(close);
  return { store, service, failures, close };
}

/** Runs statements in a folder that no store holds. */
async function withEngine<T>(dataDir: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openInProcess(engineDirOf(dataDir), 1);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

it('a store is kept of every version', () => {
  expect(keptVersions).toEqual(Array.from({ length: newestVersion }, (_, index) => index + 1));
});

it.each(keptVersions)(
  'a store of version %i opens, keeps everything, and takes more',
  async (version) => {
    const { dataDir, expected } = await unpackStore(version);
    const first = await openStore(dataDir);
    expect(await askAgain(first.service, expected)).toEqual(expected.answers);
    const added = await first.service.fetch(
      new Request(`http://store.test${notesPath}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${expected.keys['agency']}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ body: 'A third note.' }),
      }),
    );
    const list: { data: { body: string }[] } = JSON.parse(await added.text());
    // The kept notes are of one moment.
    const [newest, ...earlier] = list.data.map(({ body }) => body);
    expect(newest).toBe('A third note.');
    expect(new Set(earlier)).toEqual(new Set(notes));
    await first.close();

    const second = await openStore(dataDir);
    expect(await askAgain(second.service, expected)).toEqual(expected.answers);
    expect([...first.failures, ...second.failures]).toEqual([]);
  },
);

const NameRow = v.object({ name: v.string() });
const columnsOf = (engine: Engine) =>
  engine.rows(
    NameRow,
    `SELECT concat(table, ' ', name, ' ', type) AS name FROM system.columns
     WHERE database = currentDatabase() ORDER BY table, position`,
  );

it('every older store gets the tables of a new one', async () => {
  const made = await unpackStore(newestVersion);
  await (await openStore(made.dataDir)).close();
  const columns = await withEngine(made.dataDir, columnsOf);
  for (const version of keptVersions) {
    const { dataDir } = await unpackStore(version);
    await (await openStore(dataDir)).close();
    expect(await withEngine(dataDir, columnsOf)).toEqual(columns);
  }
});

class CutOff extends Error {}

/** Fails every statement of a migration after the first `changes`. */
function cutAfter(changes: number): void {
  let done = 0;
  const cut = async () => {
    done += 1;
    if (done > changes) throw new CutOff();
  };
  const { define, insert } = Engine.prototype;
  vi.spyOn(Engine.prototype, 'define').mockImplementation(async function (this: Engine, sql) {
    await cut();
    await define.call(this, sql);
  });
  vi.spyOn(Engine.prototype, 'insert').mockImplementation(async function (this: Engine, ...given) {
    await cut();
    await insert.apply(this, given);
  });
}

const olderVersions = keptVersions.filter((version) => version < newestVersion);

it.each(olderVersions)(
  'a migration of version %i that was cut off at any statement is finished at the next start',
  async (version) => {
    for (let changes = 0; ; changes += 1) {
      const { dataDir, expected } = await unpackStore(version);
      cutAfter(changes);
      const isCut = await openClickHouse({ dataDir }).then(
        async (store) => {
          await store.close();
          return false;
        },
        (error: unknown) => {
          expect(error).toBeInstanceOf(CutOff);
          return true;
        },
      );
      vi.restoreAllMocks();
      const again = await openStore(dataDir);
      expect(await askAgain(again.service, expected)).toEqual(expected.answers);
      await again.close();
      if (!isCut) {
        expect(changes).toBeGreaterThan(newestVersion - version);
        return;
      }
    }
  },
);

it('a store of a newer version is refused, and nothing in it changes', async () => {
  const { dataDir, expected } = await unpackStore(1);
  await (await openStore(dataDir)).close();
  const number = newestVersion + 1;
  const newer = { number, name: 'From the future', at: 0 };
  await withEngine(dataDir, (engine) => engine.insert('migrations', [newer]));
  const opening = openClickHouse({ dataDir });
  await expect(opening).rejects.toThrow(StoreTooNew);
  await expect(openClickHouse({ dataDir })).rejects.toThrow(`has version ${number}`);
  await withEngine(dataDir, (engine) =>
    engine.run(`DELETE FROM migrations WHERE number = ${number}`),
  );
  const { service } = await openStore(dataDir);
  expect(await askAgain(service, expected)).toEqual(expected.answers);
});

it('rows of an aborted import are swept, and rows of unknown imports stay', async () => {
  const { dataDir } = await unpackStore(1);
  const CountRow = v.object({ n: v.number() });
  const unpublished = (engine: Engine) =>
    engine.rows(
      CountRow,
      'SELECT count() AS n FROM answers WHERE import NOT IN (SELECT id FROM imports)',
    );
  const before = await withEngine(dataDir, unpublished);
  expect(before).toEqual([{ n: 1 }]);

  // The import that the kept store was killed in began before there was a journal.
  const { store, close } = await openStore(dataDir);
  const writer = await store.beginImport();
  const site = branches.first.ids;
  const tenant = { accountId: keyPlans.agency.accountId, clientId: null };
  const scan = await store.scan(tenant, site.siteId, site.scanId);
  const none = {
    accounts: [],
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    recommendations: [],
  };
  await writer.catalogue({ ...none, scans: scan ? [scan] : [] });
  const answer = {
    ...site,
    platform: 'gemini_app',
    region: 'DE',
    run: 3,
    brandIds: [],
    sentiments: [],
  };
  await writer.answers([answer]);
  await writer.abort();
  // The next import has its turn once the sweep after this one is over.
  await (await store.beginImport()).abort();
  await close();
  expect(await withEngine(dataDir, unpublished)).toEqual(before);
});

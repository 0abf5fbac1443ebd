import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeyRecord } from '../records.ts';
import { StoreFull } from '../store.ts';
import { Engine } from './engine/engine.ts';
import { singleLayout } from './engine/layout.ts';
import { VersionedKeyRow } from './engine/schema.ts';
import { KeyTable } from './keys.ts';

const VersionRow = v.object({ version: v.number(), id: v.string() });

/** An engine with only the table of keys, and a disk that may be full. */
class FakeKeyEngine extends Engine {
  isFull = false;
  readonly written: v.InferOutput<typeof VersionedKeyRow>[] = [];
  /** The same rows before parsing. */
  readonly #rows: object[] = [];

  constructor() {
    super([], singleLayout, null);
  }

  override async rows<S extends v.GenericSchema>(
    schema: S,
    _: string,
    { since = 0 }: Record<string, unknown> = {},
  ): Promise<v.InferOutput<S>[]> {
    const newest = new Map(this.#rows.map((row) => [v.parse(VersionRow, row).id, row]));
    return [...newest.values()]
      .filter((row) => v.parse(VersionRow, row).version > Number(since))
      .map((row) => v.parse(schema, row));
  }

  override async insert(_: string, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.isFull)
      throw new StoreFull(
        'The disk is full, so nothing was changed. Free some space and try again.',
      );
    this.#rows.push(...rows);
    this.written.push(...rows.map((row) => v.parse(VersionedKeyRow, row)));
  }
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const record = (n: number): KeyRecord => ({
  id: uuid(n),
  digest: String(n).repeat(64),
  prefix: `sl_${n}`,
  name: `Key ${n}`,
  accountId: uuid(0),
  clientId: null,
  scopes: [],
  sample: false,
  createdAt: 0,
  revokedAt: null,
  expiresAt: null,
  lastUsedAt: null,
  sessionsEndedAt: null,
  hidesNotes: false,
  share: null,
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a table with one key, and revokes the key in memory while the disk is full. */
async function openWithRevokedKey() {
  const engine = new FakeKeyEngine();
  const keys = new KeyTable(engine, async () => {});
  await keys.put([record(1)]);
  engine.isFull = true;
  keys.restrictInMemory([{ ...record(1), revokedAt: 5 }]);
  return { engine, keys };
}

/** The key's `revokedAt` as a newly started host reads it. */
async function readRevocationAfterRestart(engine: Engine): Promise<number | null | undefined> {
  const keys = new KeyTable(engine, async () => {});
  await keys.refresh();
  return keys.byDigest(record(1).digest)?.revokedAt;
}

it('a revocation on a full disk applies immediately, and survives refreshes and failed writes, but not a restart', async () => {
  const { engine, keys } = await openWithRevokedKey();
  const revokedAt = () => keys.byDigest(record(1).digest)?.revokedAt;
  expect(revokedAt()).toBe(5);
  await keys.refresh();
  await expect(keys.put([record(2)])).rejects.toThrow(StoreFull);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revokedAt()).toBe(5);
  expect(await readRevocationAfterRestart(engine)).toBeNull();
});

it('a revocation on a full disk is written once, when there is space', async () => {
  const { engine } = await openWithRevokedKey();
  await vi.advanceTimersByTimeAsync(60_000);
  engine.isFull = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await readRevocationAfterRestart(engine)).toBe(5);
  expect(vi.getTimerCount()).toBe(0);
  expect(engine.written).toHaveLength(2);
});

it('a revocation on a full disk is written with the next key', async () => {
  const { engine, keys } = await openWithRevokedKey();
  engine.isFull = false;
  await keys.put([record(2)]);
  expect(await readRevocationAfterRestart(engine)).toBe(5);
});

it('a revocation on a full disk is written when the store closes, if there is space by then', async () => {
  const { engine, keys } = await openWithRevokedKey();
  engine.isFull = false;
  await keys.close();
  expect(await readRevocationAfterRestart(engine)).toBe(5);
  expect(vi.getTimerCount()).toBe(0);
});

it('a key revoked while an earlier record of it is being written is revoked on disk too', async () => {
  const engine = new FakeKeyEngine();
  const keys = new KeyTable(engine, async () => {});
  await keys.put([record(1)]);
  vi.spyOn(engine, 'insert').mockImplementationOnce(async (_, rows) => {
    keys.restrictInMemory([{ ...record(1), revokedAt: 7 }]);
    engine.written.push(...rows.map((row) => v.parse(VersionedKeyRow, row)));
  });
  await keys.put([{ ...record(1), expiresAt: 9 }]);
  expect(keys.byDigest(record(1).digest)).toMatchObject({ expiresAt: 9, revokedAt: 7 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await readRevocationAfterRestart(engine)).toBe(7);
});

it('sessions ended on a full disk stay ended, and are written when there is space', async () => {
  const engine = new FakeKeyEngine();
  const keys = new KeyTable(engine, async () => {});
  await keys.put([record(1)]);
  engine.isFull = true;
  keys.restrictInMemory([{ ...record(1), sessionsEndedAt: 5 }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keys.byDigest(record(1).digest)?.sessionsEndedAt).toBe(5);
  engine.isFull = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(engine.written.at(-1)?.sessionsEndedAt).toBe(5);
  expect(vi.getTimerCount()).toBe(0);
});

it('keys written at the same time get different versions', async () => {
  const engine = new FakeKeyEngine();
  const keys = new KeyTable(engine, async () => {});
  await Promise.all([1, 2, 3].map((n) => keys.put([record(n)])));
  expect(new Set(engine.written.map(({ version }) => version)).size).toBe(3);
});

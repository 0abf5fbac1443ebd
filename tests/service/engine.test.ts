import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { waitOptions } from '../setup/wait-options.ts';

const Count = v.object({ n: v.number() });
/** Takes far longer than any time limit. */
const endlessQuery = 'SELECT count() AS n FROM numbers({rows:UInt64}) WHERE sipHash64(number) = 0';
const rows = 1e15;

describe('the in-process engine', () => {
  let folder = '';
  let engine: Engine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-'));
    engine = await openInProcess(folder, 4);
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  const count = async (sql: string) => (await engine.rows(Count, sql))[0]?.n ?? 0;
  const countRunning = () =>
    count(
      "SELECT count() AS n FROM system.processes WHERE NOT is_cancelled AND query LIKE '%sipHash64(number)%'",
    );
  /** The number of cancelled statements, excluding those that timed out. */
  const countCancelled = () => count('SELECT sum(value) AS n FROM system.errors WHERE code = 394');

  test('cancels a statement when its signal aborts, and still runs others', async () => {
    const before = await countCancelled();
    const controllers = [new AbortController(), new AbortController()];
    const pendingReads = controllers.map(({ signal }) => {
      const pendingRead = engine.rows(Count, endlessQuery, { rows }, { signal });
      pendingRead.catch(() => {});
      return pendingRead;
    });
    // The counting query counts itself too, because its text matches.
    await vi.waitFor(async () => expect(await countRunning()).toBe(3), waitOptions);
    for (const [n, controller] of controllers.entries()) controller.abort(new Error(`gone ${n}`));
    for (const [n, pendingRead] of pendingReads.entries())
      await expect(pendingRead).rejects.toThrow(`gone ${n}`);
    expect(await countRunning()).toBe(1);
    expect((await countCancelled()) - before).toBe(2);
  });

  test('returns no rows of an aborted statement to later statements', async () => {
    const abortedQuery =
      'SELECT number AS n FROM numbers({rows:UInt64}) WHERE number < 3 OR sipHash64(number) = 0';
    const isReadingRows = async () =>
      (await count(
        "SELECT count() AS n FROM system.processes WHERE NOT is_cancelled AND read_rows > 1000000 AND query LIKE 'SELECT number AS n%'",
      )) > 0;
    for (let round = 0; round < 5; round += 1) {
      const controller = new AbortController();
      const pendingRead = engine.rows(Count, abortedQuery, { rows }, { signal: controller.signal });
      pendingRead.catch(() => {});
      await vi.waitFor(async () => expect(await isReadingRows()).toBe(true), waitOptions);
      controller.abort(new Error('gone'));
      await expect(pendingRead).rejects.toThrow('gone');
      const { signal } = new AbortController();
      const nextReads = Array.from({ length: 8 }, (_, n) =>
        engine.rows(Count, 'SELECT 7 AS n', {}, n % 2 === 0 ? { signal } : {}),
      );
      expect(await Promise.all(nextReads)).toEqual(Array(8).fill([{ n: 7 }]));
    }
  });

  test('accepts parameters larger than its size limit for a statement', async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => n);
    const sql = 'SELECT count() AS n FROM numbers(100000) WHERE number IN {many:Array(UInt64)}';
    expect(await engine.rows(Count, sql, { many })).toEqual([{ n: 60_000 }]);
  });

  test('on closing, cancels statements that have a signal and waits for the others', async () => {
    const ended: string[] = [];
    const { signal } = new AbortController();
    const slowQuery = 'SELECT count() AS n FROM numbers(50000000) WHERE sipHash64(number) = 0';
    engine.rows(Count, endlessQuery, { rows }, { signal }).catch(() => ended.push('report'));
    const statement = engine.rows(Count, slowQuery).then(() => ended.push('statement'));
    await vi.waitFor(async () => expect(await countRunning()).toBe(3), waitOptions);
    await engine.close();
    expect(ended).toContain('report');
    expect(ended).toContain('statement');
    await statement;
  });
});

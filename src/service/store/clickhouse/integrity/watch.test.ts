import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreDamaged } from '../../store.ts';
import { Engine } from '../engine/engine.ts';
import { singleLayout } from '../engine/layout.ts';
import { StoreWatch } from './watch.ts';

const MiB = 1024 * 1024;
const bytesByTable = { migrations: 1, answers: 100 * MiB };

/** An engine with two intact tables, but no journal. The test can pause checks of files. */
class WaitingEngine extends Engine {
  readonly checkedTables: string[] = [];
  reportDamage: (damage: StoreDamaged) => void = () => {};
  #release = Promise.resolve();

  constructor() {
    super([], singleLayout, null);
  }

  /** Makes checks wait until the returned function is called. */
  pauseChecks(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release = promise;
    return resolve;
  }

  override setDamageListener(listener: (damage: StoreDamaged) => void): void {
    this.reportDamage = listener;
  }

  override async rows<S extends v.GenericSchema>(schema: S, sql: string) {
    const sizes = Object.entries(bytesByTable).map(([table, bytes]) => ({ table, bytes }));
    return sql.includes('system.parts') ? v.parse(v.array(schema), sizes) : [];
  }

  override async inspect(_: v.GenericSchema, sql: string): Promise<never[]> {
    this.checkedTables.push(sql.replace('CHECK TABLE ', ''));
    await this.#release;
    return [];
  }

  override cancelInspections(): Promise<void> {
    return Promise.resolve();
  }
}

describe('the watch over a store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function startWatch() {
    const engine = new WaitingEngine();
    const damages: StoreDamaged[] = [];
    const onDamage = (damage: StoreDamaged) => damages.push(damage);
    const watch = new StoreWatch(engine, singleLayout, { isInProcess: true, mark: null, onDamage });
    const { promise, resolve } = Promise.withResolvers<void>();
    watch.start(resolve);
    await promise;
    engine.checkedTables.length = 0;
    return { engine, watch, damages };
  }

  it('checks small tables every minute', async () => {
    const { engine, watch } = await startWatch();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(engine.checkedTables).toEqual(['migrations', 'migrations']);
    await watch.stop();
  });

  it('checks every table if a statement fails on a damaged file during a check of small tables', async () => {
    const { engine, watch, damages } = await startWatch();
    const release = engine.pauseChecks();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(engine.checkedTables).toEqual(['migrations']);
    engine.reportDamage(new StoreDamaged('table answers cannot be read'));
    release();
    // The full check ends by finding that the journal is missing.
    await vi.waitFor(() => expect(damages).toHaveLength(1));
    expect(engine.checkedTables).toEqual(['migrations', 'migrations', 'answers']);
    await watch.stop();
  });
});

/**
 * Removes a client from the store in a folder, and then its rows from the files: `node kill-removal-process.ts FOLDER
 * [COUNT]`. Kills itself after COUNT statements that change the store. Without COUNT, prints as JSON how many there are
 * in `total`, and up to and including the one that publishes the removal.
 */
import { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { openEngineAs } from '../setup/engine-store.ts';
import { removeClient, startTime } from '../store/removed-world.ts';

const [folder = '', count = 'Infinity'] = process.argv.slice(2);
let isCounting = false;
const sent = { published: 0, total: 0 };

/** An engine that kills its process. */
class DeadlyEngine extends Engine {
  #count(): void {
    if (!isCounting) return;
    if (sent.total >= Number(count)) process.kill(process.pid, 'SIGKILL');
    sent.total += 1;
  }

  override run(...args: Parameters<Engine['run']>): Promise<void> {
    this.#count();
    if (args[0].startsWith('INSERT INTO imports')) sent.published = sent.total;
    return super.run(...args);
  }

  override runLong(...args: Parameters<Engine['runLong']>): Promise<void> {
    this.#count();
    return super.runLong(...args);
  }

  override define(...args: Parameters<Engine['define']>): Promise<void> {
    this.#count();
    return super.define(...args);
  }

  override insert(...args: Parameters<Engine['insert']>): Promise<void> {
    this.#count();
    return super.insert(...args);
  }
}

let time = startTime;
const engine = await openEngineAs(DeadlyEngine, folder);
const store = await openOnEngine(engine, { now: () => time });
// An import waits until the sweep after the start has ended.
await (await store.beginImport()).abort();
isCounting = true;
await removeClient(store);
time += 61_000;
// An aborted import is followed by a sweep, for which the next import waits.
await (await store.beginImport()).abort();
await (await store.beginImport()).abort();
isCounting = false;
await store.close();
process.stdout.write(JSON.stringify(sent));

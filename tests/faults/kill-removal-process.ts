/**
 * Removes a client from the store in a folder, and then its rows from the files: `node kill-removal-process.ts FOLDER
 * [COUNT]`. Kills itself after COUNT statements that change the store. Without COUNT, prints as JSON how many there are
 * in `total`, and up to and including the one that publishes the removal.
 */
import { openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { openEngineAs } from '../setup/engine-store.ts';
import { removeClient, startTime } from '../store/removed-world.ts';
import { DeadlyEngine } from './deadly-engine.ts';

const [folder = '', count = 'Infinity'] = process.argv.slice(2);

let time = startTime;
const engine = await openEngineAs(DeadlyEngine, folder);
const store = await openOnEngine(engine, { now: () => time });
// An import waits until the compaction after the start has ended.
await (await store.beginImport()).abort();
engine.startCounting(Number(count));
await removeClient(store);
time += 61_000;
// An aborted import is followed by a compaction, for which the next import waits.
await (await store.beginImport()).abort();
await (await store.beginImport()).abort();
engine.stopCounting();
await store.close();
process.stdout.write(JSON.stringify(engine.sent));

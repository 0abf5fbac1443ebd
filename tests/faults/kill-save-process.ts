/**
 * Saves a set-up in the store in a folder: `node kill-save-process.ts FOLDER [COUNT]`. Kills itself after COUNT
 * statements that change the store. Without COUNT, prints as JSON how many there are in `total`, and up to and including
 * the one that publishes the save.
 */
import { openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { openEngineAs } from '../setup/engine-store.ts';
import { DeadlyEngine } from './deadly-engine.ts';
import { createServiceTarget } from './kill-setup-targets.ts';
import { savedArea } from './kill-setup-world.ts';

const [folder = '', count = 'Infinity'] = process.argv.slice(2);
const engine = await openEngineAs(DeadlyEngine, folder);
const store = await openOnEngine(engine, {});
// An import waits until the compaction after the start has ended.
await (await store.beginImport()).abort();
const target = await createServiceTarget(store);
const save = await savedArea.createChange(0, target);
engine.startCounting(Number(count));
await save(target);
engine.stopCounting();
await target.close();
await store.close();
process.stdout.write(JSON.stringify(engine.sent));

/** Opens the engine in a folder and then exhausts memory: `node out-of-memory.ts FOLDER`. */
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';

const [folder = ''] = process.argv.slice(2);
await openInProcess(folder, 1);
const heldArrays: number[][] = [];
for (;;) heldArrays.push(new Array<number>(1_000_000).fill(heldArrays.length));

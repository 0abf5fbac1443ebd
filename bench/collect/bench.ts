import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '../../src/service/platforms/adapters.ts';
import { spawnStubPlatforms } from '../../tests/platforms/stub-server.ts';
import type { CollectFigures } from './collect-process.ts';

/** How long the stubs take to answer, in milliseconds. */
const answerMs = 2_000;

/** Times a scan over platforms that answer after two seconds, and how fast a restart goes on with a long scan. */
export async function benchCollect(): Promise<{ table: string; results: CollectFigures }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-collect-'));
  const stubs = await spawnStubPlatforms();
  try {
    await stubs.misbehave({ behaviour: { kind: 'delay', milliseconds: answerMs } });
    const environment = Object.fromEntries(
      adapters.flatMap(({ keyVariable, baseUrlVariable, platforms: [id] }) =>
        id === undefined
          ? []
          : [
              [keyVariable, 'bench-key'],
              [baseUrlVariable, stubs.baseUrlOf(id)],
            ],
      ),
    );
    const path = join(import.meta.dirname, 'collect-process.ts');
    const child = spawn(process.execPath, [path, dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...environment },
    });
    const exited = once(child, 'exit');
    const [figures] = (await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('The process ended without figures.'))),
    ])) as [CollectFigures];
    await exited;
    const { questions, seconds, restMb, peakMb, longestStallMs } = figures;
    const table = [
      '| scan over stubs that answer after 2 s | |',
      '|---|---:|',
      `| ${questions} questions on three platforms, imported after | ${seconds.toFixed(0)} s |`,
      `| memory above rest | ${(peakMb - restMb).toFixed(0)} MB |`,
      `| longest time for which the process did nothing else | ${longestStallMs.toFixed(0)} ms |`,
      `| first new question after a restart in a scan of ${figures.resumedQuestions} | ${figures.resumedMs.toFixed(0)} ms |`,
    ].join('\n');
    return { table, results: figures };
  } finally {
    await stubs.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

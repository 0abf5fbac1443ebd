import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { createService } from '../../src/service/app.ts';
import { openInProcessClient } from '../../src/service/store/clickhouse/engine/in-process-client.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { compare, formatTiming, type Timing, timingOf } from '../measure.ts';
import { ids, scanDayOf } from '../service/world.ts';
import { createAnswersWorld, scanCount, words } from './answers-world.ts';

const roundOptions = { rounds: 21, warmUp: 2 };

/** Importing a million answers takes minutes, so the folder is kept for the next run. */
const dataDir = join(tmpdir(), 'sightline-bench-answers');
const completeMarker = `${dataDir}.complete`;

async function openWorld(): Promise<Store> {
  const isComplete = existsSync(completeMarker);
  if (!isComplete) rmSync(dataDir, { recursive: true, force: true });
  const store = await openClickHouse({ dataDir });
  if (isComplete) return store;
  const world = createAnswersWorld(scanCount);
  const writer = await store.beginImport();
  await writer.writeCatalogue(world.catalogue);
  for (const chunk of world.answers()) await writer.writeAnswers(chunk);
  await writer.commit();
  writeFileSync(completeMarker, '');
  return store;
}

const answersPath = `/sightline/v1/sites/${ids.site}/answers`;
const searchPathOf = (...terms: readonly string[]) => `${answersPath}?q=${terms.join('+')}`;
const calls: Readonly<Record<string, string>> = {
  'first page': answersPath,
  'first page of one platform, prompt and region': `${answersPath}?platform=chatgpt_app&promptId=${ids.prompt(7)}&region=DE`,
  'first page of answers that name one brand and not another': `${answersPath}?mentions=${ids.brand(1)}&mentionsNot=${ids.brand(2)}`,
  'first page of answers that name seven brands, on one platform': `${answersPath}?platform=claude_api&${[0, 1, 2, 3, 4, 5, 6].map((n) => `mentions=${ids.brand(n)}`).join('&')}`,
  'a domain that no answer cites': `${answersPath}?domain=nowhere.example`,
  'a word that about 50 of a million answers contain': searchPathOf(words.rare),
  'a word that no answer contains': searchPathOf(words.missing),
  'two common words': searchPathOf(...words.common),
  'two less common words': searchPathOf(...words.uncommon),
  'a common word, with a domain that no answer cites': `${searchPathOf('service')}&domain=nowhere.example`,
};

type Get = (key: string, path: string) => Promise<Response>;

/** Times timelines that are not cached, alone and while another key keeps searching for words. */
async function timeTimelinesBesideSearches(
  get: Get,
  [reader, searcher]: readonly [string, string],
): Promise<Record<string, Timing>> {
  const samples = { alone: [] as number[], beside: [] as number[] };
  let requestCount = 0;
  const timeTimeline = async () => {
    requestCount += 1;
    const began = performance.now();
    const path = `/v1/sites/${ids.site}/reports/timeline?endDate=${scanDayOf(1_000 + requestCount)}`;
    const { status } = await get(reader, path);
    if (status !== 200) throw new Error(`timeline: ${status}`);
    return performance.now() - began;
  };
  const searchUntil = async (isOver: () => boolean) => {
    while (!isOver()) {
      requestCount += 1;
      const path = `${searchPathOf(words.rare)}&endDate=${scanDayOf(1_000 + requestCount)}`;
      const { status } = await get(searcher, path);
      if (status !== 200) throw new Error(`search: ${status}`);
    }
  };
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 10; n += 1) samples.alone.push(await timeTimeline());
    let isOver = false;
    const searching = searchUntil(() => isOver);
    for (let n = 0; n < 10; n += 1) samples.beside.push(await timeTimeline());
    isOver = true;
    await searching;
  }
  return {
    'timeline that is not cached, nothing else running': timingOf(samples.alone),
    'the same, while another key keeps searching for words': timingOf(samples.beside),
  };
}

const SizeRow = v.object({ stored: v.number(), answers: v.number(), text: v.number() });

/** Reads the size of `texts` on disk: in bytes per answer, and as a share of the bytes of the texts themselves. */
async function readTextSizes() {
  const client = await openInProcessClient(join(dataDir, 'clickhouse'));
  try {
    const result = await client.query({
      query: `SELECT (SELECT sum(bytes_on_disk) FROM system.parts
          WHERE active AND table = 'texts') AS stored, count() AS answers, sum(length(text)) AS text
        FROM texts SETTINGS output_format_json_quote_64bit_integers = 0`,
      format: 'JSONEachRow',
    });
    const { stored, answers, text } = v.parse(SizeRow, JSON.parse(await result.text()));
    return { bytesPerAnswer: stored / answers, share: stored / text, answers };
  } finally {
    await client.close();
  }
}

/** Measures the list of answers in the service, with a million answers in an in-process store. */
export async function benchAnswers(): Promise<{ table: string; results: unknown }> {
  const store = await openWorld();
  const load = loadavg()[0] ?? 0;
  const request = { name: 'bench', account: null, client: null, scopes: [] };
  const { key } = await createAdministration(store).run('keys/create', request);
  const reader = await createAdministration(store).run('keys/create', request);
  const service = createService({
    store,
    clock: Date.now,
    cursorSecret: new Uint8Array(32),
    mayUseSampleKeys: () => false,
    onError: ({ error }) => {
      throw error;
    },
  });
  const get: Get = async (apiKey, path) => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const response = await service.fetch(new Request(`http://service.bench${path}`, { headers }));
    await response.arrayBuffer();
    return response;
  };
  let timings: Record<string, Timing>;
  try {
    timings = await compare(
      Object.fromEntries(Object.entries(calls).map(([name, path]) => [name, () => get(key, path)])),
      {
        ...roundOptions,
        check(name, { status }) {
          if (status !== 200) throw new Error(`${name}: ${status}`);
        },
      },
    );
    timings = { ...timings, ...(await timeTimelinesBesideSearches(get, [reader.key, key])) };
  } finally {
    await service.close();
    await store.close();
  }
  const size = await readTextSizes();
  const rows = Object.entries(timings).map(
    ([name, timing]) => `| ${name} | ${formatTiming(timing)} |`,
  );
  return {
    table: [
      `${size.answers} answers; load of the machine at the start: ${load.toFixed(1)}`,
      '',
      '| in the service | median (quartiles) |',
      '|---|---|',
      ...rows,
      `| \`texts\` on disk, bytes per answer | ${size.bytesPerAnswer.toFixed(0)} |`,
      `| \`texts\` on disk / bytes of the texts | ${size.share.toFixed(3)} |`,
    ].join('\n'),
    results: { ...timings, ...size, load },
  };
}

import * as v from 'valibot';
import { noSentiment } from '../../../records/answer.ts';
import type { OperatorReads, StoredAnswer } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { selectNewest, selectWithStoredRegions, textsImport } from '../engine/schema.ts';
import { evidenceColumns, evidenceEntries, toEvidence } from './evidence-rows.ts';
import { readNumbers } from './remeasurable-answers.ts';
import { readRenamedRegions, renamingParamsOf } from './renamed-regions.ts';

/** A batch ends with the prompt that brings it to this many answers, or its texts to this many bytes. */
const answersPerBatch = 250;
const bytesPerBatch = 4_000_000;

const ScanRow = v.object({ number: v.number(), import: v.number(), ref: v.number() });
const SizeRow = v.object({ prompt: v.number(), n: v.number(), bytes: v.number() });
type SizeRow = v.InferOutput<typeof SizeRow>;
const keyEntries = {
  prompt: v.number(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
};
const Key = v.object(keyEntries);
const AnswerRow = v.object({
  ...keyEntries,
  brands: v.array(v.number()),
  sentiments: v.array(v.number()),
  places: v.array(v.number()),
});
const TextRow = v.object({ ...keyEntries, known: v.number(), ...evidenceEntries });
const keyOf = ({ prompt, platform, region, run }: v.InferOutput<typeof Key>) =>
  `${prompt} ${platform} ${run} ${region}`;

const scanCondition = 'siteId = {site:UUID} AND scan = {scan:UInt32}';
const answersCondition = `${scanCondition} AND import = {import:UInt64}`;
const textsCondition = `${scanCondition} AND import = {ref:UInt64}`;
const batchCondition = 'prompt IN {prompts:Array(UInt32)}';

/** Splits prompts into batches; `sizes` are in the order of the answers. */
function batchesOf(sizes: readonly SizeRow[]): number[][] {
  const batches: number[][] = [];
  let [answers, bytes] = [answersPerBatch, 0];
  for (const size of sizes) {
    if (answers >= answersPerBatch || bytes >= bytesPerBatch) {
      batches.push([]);
      [answers, bytes] = [0, 0];
    }
    batches.at(-1)?.push(size.prompt);
    answers += size.n;
    bytes += size.bytes;
  }
  return batches;
}

/** Implements `OperatorReads.answersOfScan` at a data version. */
async function* readAnswersOfScan(
  engine: Engine,
  { siteId, scanId, version }: { siteId: string; scanId: string; version: number },
): AsyncGenerator<readonly StoredAnswer[]> {
  const [scan] = await engine.rows(
    ScanRow,
    `SELECT number, import, ${textsImport} AS ref
     FROM ${selectNewest('scans', 'siteId = {site:UUID} AND id = {scan:UUID}')}`,
    { site: siteId, scan: scanId, version },
  );
  if (!scan) return;
  // The same regions and runs as after measuring the site again, so that no two answers of an export are the same.
  const renamed = await readRenamedRegions(engine, { site: siteId });
  const rowsOf = (table: 'answers' | 'texts') =>
    selectWithStoredRegions(
      table,
      renamed,
      (column) =>
        `${column === textsImport ? textsCondition : answersCondition} AND ${batchCondition}`,
    );
  const params = {
    ...{ site: siteId, scan: scan.number, import: scan.import, ref: scan.ref },
    ...renamingParamsOf(renamed),
  };
  const brandIds = (await readNumbers(engine, 'brands', siteId)).ids;
  const promptIds = (await readNumbers(engine, 'prompts', siteId)).ids;
  const sizes = await engine.rows(
    SizeRow,
    `SELECT prompt, sum(answers) AS n, sum(length) AS bytes FROM (
       SELECT prompt, count() AS answers, 0 AS length FROM answers WHERE ${answersCondition} GROUP BY prompt
       UNION ALL SELECT prompt, 0 AS answers, sum(length(ifNull(text, ''))) AS length FROM texts
         WHERE ${textsCondition} GROUP BY prompt)
     GROUP BY prompt`,
    params,
  );
  const promptIdOf = (prompt: number) => promptIds.get(prompt) ?? '';
  sizes.sort((a, b) => (promptIdOf(a.prompt) < promptIdOf(b.prompt) ? -1 : 1));
  for (const prompts of batchesOf(sizes)) {
    const answers = await engine.rows(
      AnswerRow,
      `SELECT prompt, platform, region, run, brands, sentiments, places FROM ${rowsOf('answers')}
       ORDER BY indexOf({prompts:Array(UInt32)}, prompt), platform, region, run`,
      { ...params, prompts },
    );
    const texts = await engine.rows(
      TextRow,
      `SELECT prompt, platform, region, run, known, ${evidenceColumns} FROM ${rowsOf('texts')}`,
      { ...params, prompts },
    );
    const textOf = new Map(texts.map((row) => [keyOf(row), row]));
    yield answers.map((answer): StoredAnswer => {
      const { prompt, platform, region, run, brands, sentiments, places } = answer;
      const text = textOf.get(keyOf(answer));
      return {
        siteId,
        scanId,
        promptId: promptIdOf(prompt),
        platform,
        region,
        run,
        brandIds: brands.flatMap((number) => brandIds.get(number) ?? []),
        sentiments: sentiments.map((sentiment) => (sentiment === noSentiment ? null : sentiment)),
        ...(places.length > 0 && { places }),
        ...(text && {
          evidence: { ...toEvidence(text), areMentionsGiven: text.known > 0 },
        }),
      };
    });
  }
}

/** Creates reads across tenants, for commands of the operator. */
export function createOperatorReads(
  engine: Engine,
  requireNewestVersion: () => Promise<number>,
): OperatorReads {
  return {
    async *answersOfScan(siteId, scanId) {
      const version = await requireNewestVersion();
      yield* readAnswersOfScan(engine, { siteId, scanId, version });
    },
  };
}

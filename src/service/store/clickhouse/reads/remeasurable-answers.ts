import * as v from 'valibot';
import { noSentiment } from '../../../records/answer.ts';
import { TextCount } from '../../scan-rows.ts';
import {
  type AnswerIdentity,
  type RemeasurableAnswer,
  remeasurableAnswersPerPage,
} from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { selectNewest, selectWithStoredRegions, textsImport } from '../engine/schema.ts';
import { noneRenamed, readRenamedRegions, renamingParamsOf } from './renamed-regions.ts';

/** Implements `ImportLookups.textCounts` for one site. */
export function readTextCounts(
  engine: Engine,
  siteId: string,
  version: number,
): Promise<TextCount[]> {
  const siteCondition = 'siteId = {site:UUID}';
  return engine.rows(
    TextCount,
    `WITH current AS (SELECT id, number, import, ${textsImport} AS ref FROM ${selectNewest('scans', siteCondition)})
     SELECT {site:UUID} AS siteId, id AS scanId, counted.n AS answers, kept.n AS texts
     FROM current
     INNER JOIN (SELECT scan, count() AS n FROM answers
       WHERE ${siteCondition} AND (scan, import) IN (SELECT number, import FROM current) GROUP BY scan) AS counted
       ON counted.scan = current.number
     LEFT JOIN (SELECT scan, countIf(text IS NOT NULL) AS n FROM texts
       WHERE ${siteCondition} AND (scan, import) IN (SELECT number, ref FROM current) GROUP BY scan) AS kept
       ON kept.scan = current.number`,
    { site: siteId, version },
  );
}

/** A page ends with the text that brings the total length of its texts to this many bytes. */
const pageBytes = 8_000_000;

const NumberRow = v.object({ id: v.string(), number: v.number() });
const keyEntries = {
  scan: v.number(),
  prompt: v.number(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
};
const TextRow = v.object({
  ...keyEntries,
  known: v.number(),
  text: v.nullable(v.string()),
  urls: v.array(v.string()),
  titles: v.array(v.string()),
});
const AnswerRow = v.object({
  ...keyEntries,
  brands: v.array(v.number()),
  sentiments: v.array(v.number()),
  domains: v.array(v.string()),
});

const key = 'scan, prompt, platform, region, run';
const Key = v.object(keyEntries);
const keyOf = ({ scan, prompt, platform, region, run }: v.InferOutput<typeof Key>) =>
  `${scan} ${prompt} ${platform} ${run} ${region}`;

/**
 * Reads the numbers of a site's records in a table, also of removed ones. Ignores imports that failed, which may have left
 * other numbers. Returns the IDs by number, and the numbers by ID.
 */
export async function readNumbers(
  engine: Engine,
  table: 'brands' | 'prompts' | 'scans',
  site: string,
) {
  const rows = await engine.rows(
    NumberRow,
    `SELECT id, any(number) AS number FROM ${table}
     WHERE siteId = {site:UUID} AND import IN (SELECT id FROM imports) GROUP BY id`,
    { site },
  );
  return {
    ids: new Map(rows.map(({ id, number }) => [number, id])),
    numbers: new Map(rows.map(({ id, number }) => [id, number])),
  };
}

type Numbering = Awaited<ReturnType<typeof readNumbers>>;

/**
 * Caches the numbers of one site, and which of its regions a measuring import renames, since imports read stored answers
 * site by site.
 */
export class SiteNumbers {
  #site = '';
  #numbers: {
    brands: Numbering;
    prompts: Numbering;
    scans: Numbering;
    renamedRegions: ReadonlyMap<string, string>;
  } | null = null;

  async read(engine: Engine, site: string, measuresAgain: boolean) {
    if (this.#site === site && this.#numbers) return this.#numbers;
    const [brands, prompts, scans, renamedRegions] = await Promise.all([
      readNumbers(engine, 'brands', site),
      readNumbers(engine, 'prompts', site),
      readNumbers(engine, 'scans', site),
      measuresAgain ? readRenamedRegions(engine, { site }) : noneRenamed,
    ]);
    this.#site = site;
    this.#numbers = { brands, prompts, scans, renamedRegions };
    return this.#numbers;
  }
}

interface Page {
  siteId: string;
  after: AnswerIdentity | null;
  /** The newest committed import. */
  version: number;
  /** The import in progress. */
  current: number;
  /** The import's last chunk of answers from the source; 0 if there is none. These answers replace stored ones. */
  lastSourceChunk: number;
  /** See `ImportSettings`. */
  measuresAgain: boolean;
  /** The numbers of the scans that the import removes. */
  removedScans: readonly number[];
}

/** Implements `ImportWriter.readRemeasurableAnswers`, with pages that also end after `pageBytes`. */
export async function readRemeasurableAnswers(
  engine: Engine,
  numbers: SiteNumbers,
  { siteId, after, measuresAgain, ...versions }: Page,
): Promise<RemeasurableAnswer[]> {
  const numbered = await numbers.read(engine, siteId, measuresAgain);
  const { brands, prompts, scans, renamedRegions: renamed } = numbered;
  const siteCondition = 'siteId = {site:UUID}';
  const scanConditionOn = (column: string) =>
    `(scan, import) IN (SELECT number, ${column} FROM ${selectNewest('scans', siteCondition)})`;
  const sharedParams = { site: siteId, ...versions, ...renamingParamsOf(renamed) };
  const replacedCondition = `(${key}) IN (SELECT ${key} FROM answers
    WHERE ${siteCondition} AND import = {current:UInt64} AND chunk BETWEEN 1 AND {lastSourceChunk:UInt32})`;
  const rowsOf = (table: 'answers' | 'texts', condition: string) =>
    selectWithStoredRegions(
      table,
      renamed,
      (column) => `${siteCondition} AND ${scanConditionOn(column)} AND ${condition}`,
    );
  const texts = await engine.rows(
    TextRow,
    `SELECT ${key}, known, text, urls, titles FROM (
       SELECT *, sum(length(ifNull(text, ''))) OVER
         (ORDER BY ${key} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytesBefore
       FROM (SELECT ${key}, known, texts.text AS text, urls, titles
         FROM ${rowsOf('texts', 'scan >= {scan:UInt32} AND scan NOT IN {removedScans:Array(UInt32)}')}
         WHERE (${key}) > ({scan:UInt32}, {prompt:UInt32}, {platform:String}, {region:String}, {run:UInt16})
           ${measuresAgain ? '' : 'AND texts.text IS NOT NULL'} ${versions.lastSourceChunk > 0 ? `AND NOT ${replacedCondition}` : ''}
         ORDER BY ${key} LIMIT ${remeasurableAnswersPerPage}))
     WHERE bytesBefore < ${pageBytes} ORDER BY ${key}`,
    {
      ...sharedParams,
      scan: after ? (scans.numbers.get(after.scanId) ?? 0) : 0,
      prompt: after ? (prompts.numbers.get(after.promptId) ?? 0) : 0,
      platform: after?.platform ?? '',
      region: after?.region ?? '',
      run: after?.run ?? 0,
    },
  );
  if (texts.length === 0) return [];
  const answers = await engine.rows(
    AnswerRow,
    `SELECT ${key}, brands, sentiments, domains
     FROM ${rowsOf('answers', 'scan IN {scans:Array(UInt32)} AND prompt IN {prompts:Array(UInt32)}')}
     WHERE (${key}) IN arrayZip({scans:Array(UInt32)}, {prompts:Array(UInt32)}, {platforms:Array(String)},
       {regions:Array(String)}, {runs:Array(UInt16)})`,
    {
      ...sharedParams,
      scans: texts.map(({ scan }) => scan),
      prompts: texts.map(({ prompt }) => prompt),
      platforms: texts.map(({ platform }) => platform),
      regions: texts.map(({ region }) => region),
      runs: texts.map(({ run }) => run),
    },
  );
  const answersByKey = new Map(answers.map((row) => [keyOf(row), row]));
  const brandIdsByKnown = new Map(
    [...new Set(texts.map(({ known }) => known))].map((known) => [
      known,
      [...brands.ids].flatMap(([number, id]) => (number <= known ? [id] : [])),
    ]),
  );
  return texts.flatMap(({ known, text, urls, titles, ...identity }) => {
    const answer = answersByKey.get(keyOf(identity));
    if (!answer) return [];
    return {
      siteId,
      scanId: scans.ids.get(identity.scan) ?? '',
      promptId: prompts.ids.get(identity.prompt) ?? '',
      platform: identity.platform,
      region: identity.region,
      run: identity.run,
      text,
      citations: urls.map((url, index) => ({ url, title: titles[index] ?? '' })),
      brandIds: answer.brands.flatMap((number) => brands.ids.get(number) ?? []),
      sentiments: answer.sentiments.map((sentiment) =>
        sentiment === noSentiment ? null : sentiment,
      ),
      domains: answer.domains,
      givenBrandIds: known === 0 ? null : (brandIdsByKnown.get(known) ?? null),
    };
  });
}

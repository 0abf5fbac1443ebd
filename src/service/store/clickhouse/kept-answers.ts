import * as v from 'valibot';
import { type AnswerKey, type KeptAnswer, keptAnswersPerPage, type TextCount } from '../store.ts';
import type { Engine } from './engine.ts';
import { newest, noSentiment, textsImport } from './schema.ts';

const TextCountRow = v.object({ scanId: v.string(), answers: v.number(), texts: v.number() });

/** As `ImportLookups.textCounts` specifies, for one site. */
export function readTextCounts(
  engine: Engine,
  siteId: string,
  version: number,
): Promise<TextCount[]> {
  const ofSite = 'siteId = {site:UUID}';
  return engine.rows(
    TextCountRow,
    `WITH current AS (SELECT id, number, import, ${textsImport} AS ref FROM ${newest('scans', ofSite)})
     SELECT id AS scanId, counted.n AS answers, kept.n AS texts
     FROM current
     INNER JOIN (SELECT scan, count() AS n FROM answers
       WHERE ${ofSite} AND (scan, import) IN (SELECT number, import FROM current) GROUP BY scan) AS counted
       ON counted.scan = current.number
     LEFT JOIN (SELECT scan, countIf(text IS NOT NULL) AS n FROM texts
       WHERE ${ofSite} AND (scan, import) IN (SELECT number, ref FROM current) GROUP BY scan) AS kept
       ON kept.scan = current.number`,
    { site: siteId, version },
  );
}

const PlaceRow = v.object({
  siteId: v.string(),
  number: v.number(),
  import: v.number(),
  ref: v.number(),
});
const NumberRow = v.object({ id: v.string(), number: v.number() });
const keyEntries = {
  prompt: v.number(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
};
const AnswerRow = v.object({
  ...keyEntries,
  brands: v.array(v.number()),
  sentiments: v.array(v.number()),
  domains: v.array(v.string()),
});
const TextRow = v.object({ ...keyEntries, known: v.number(), text: v.nullable(v.string()) });

const columns = 'prompt, platform, region, run';
const keyOf = (row: { prompt: number; platform: string; region: string; run: number }) =>
  `${row.prompt} ${row.platform} ${row.run} ${row.region}`;

/** IDs by number, and the other way round. */
async function numbersOf(engine: Engine, table: 'brands' | 'prompts', site: string) {
  const rows = await engine.rows(
    NumberRow,
    `SELECT id, any(number) AS number FROM ${table} WHERE siteId = {site:UUID} GROUP BY id`,
    { site },
  );
  return {
    ids: new Map(rows.map(({ id, number }) => [number, id])),
    numbers: new Map(rows.map(({ id, number }) => [id, number])),
  };
}

type Numbering = Awaited<ReturnType<typeof numbersOf>>;

/** The numbers of the site read last: an import reads the scans of one site after another. */
export class SiteNumbers {
  #site = '';
  #numbers: { brands: Numbering; prompts: Numbering } | null = null;

  async read(engine: Engine, site: string) {
    if (this.#site === site && this.#numbers) return this.#numbers;
    const [brands, prompts] = await Promise.all([
      numbersOf(engine, 'brands', site),
      numbersOf(engine, 'prompts', site),
    ]);
    this.#site = site;
    this.#numbers = { brands, prompts };
    return this.#numbers;
  }
}

/**
 * As `ImportWriter.keptAnswers` specifies.
 * @param version the newest committed import.
 * @param current the import under way, whose answers are left out.
 */
export async function readKeptAnswers(
  engine: Engine,
  numbers: SiteNumbers,
  {
    scanId,
    after,
    version,
    current,
  }: { scanId: string; after: AnswerKey | null; version: number; current: number },
): Promise<KeptAnswer[]> {
  const [place] = await engine.rows(
    PlaceRow,
    `SELECT siteId, number, import, ${textsImport} AS ref FROM ${newest('scans', 'id = {scan:UUID}')}`,
    { scan: scanId, version },
  );
  if (!place) return [];
  const { brands, prompts } = await numbers.read(engine, place.siteId);
  const start = {
    prompt: after ? (prompts.numbers.get(after.promptId) ?? 0) : 0,
    platform: after?.platform ?? '',
    region: after?.region ?? '',
    run: after?.run ?? 0,
  };
  const ofScan = 'siteId = {site:UUID} AND scan = {scan:UInt32} AND import = {import:UInt64}';
  const read = { site: place.siteId, scan: place.number };
  const answers = await engine.rows(
    AnswerRow,
    `SELECT ${columns}, brands, sentiments, domains FROM answers
     WHERE ${ofScan} AND (${columns}) > ({prompt:UInt32}, {platform:String}, {region:String}, {run:UInt16})
       AND (${columns}) NOT IN (SELECT ${columns} FROM answers
         WHERE siteId = {site:UUID} AND scan = {scan:UInt32} AND import = {current:UInt64})
     ORDER BY ${columns} LIMIT ${keptAnswersPerPage}`,
    { ...read, import: place.import, current, ...start },
  );
  const first = answers[0];
  const last = answers.at(-1);
  if (!first || !last) return [];
  const texts = await engine.rows(
    TextRow,
    `SELECT ${columns}, known, text FROM texts
     WHERE ${ofScan} AND prompt BETWEEN {first:UInt32} AND {last:UInt32}`,
    { ...read, import: place.ref, first: first.prompt, last: last.prompt },
  );
  const textOf = new Map(texts.map((row) => [keyOf(row), row]));
  const idsOf = (numbers: readonly number[]) =>
    numbers.flatMap((number) => brands.ids.get(number) ?? []);
  const allBrands = [...brands.ids];
  const givenUpTo = new Map(
    [...new Set(texts.map(({ known }) => known))].map((known): [number, string[] | null] => [
      known,
      known === 0 ? null : allBrands.flatMap(([number, id]) => (number <= known ? [id] : [])),
    ]),
  );
  return answers.map(({ prompt, platform, region, run, domains, ...row }) => {
    const kept = textOf.get(keyOf({ prompt, platform, region, run }));
    return {
      siteId: place.siteId,
      scanId,
      promptId: prompts.ids.get(prompt) ?? '',
      ...{ platform, region, run, domains },
      brandIds: idsOf(row.brands),
      sentiments: row.sentiments.map((each) => (each === noSentiment ? null : each)),
      text: kept?.text ?? null,
      givenBrandIds: givenUpTo.get(kept?.known ?? 0) ?? null,
    };
  });
}

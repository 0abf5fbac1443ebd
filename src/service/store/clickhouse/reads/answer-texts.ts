import * as v from 'valibot';
import { type Citation, type FoundAnswer, listedTextLength } from '../../store.ts';
import type { SiteReads } from './site-catalogue.ts';
import { siteParamsOf, tenantSiteConditionOfImports } from './tenant.ts';

const keyEntries = {
  scan: v.number(),
  prompt: v.number(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
};
const TextRow = v.object({
  ...keyEntries,
  text: v.nullable(v.string()),
  urls: v.array(v.string()),
  titles: v.array(v.string()),
  model: v.string(),
  searched: v.nullable(v.boolean()),
});

const CitationsRow = v.object({
  ...keyEntries,
  urls: v.array(v.string()),
  titles: v.array(v.string()),
});

const KeyRow = v.object(keyEntries);
type Key = v.InferOutput<typeof KeyRow>;
const keyOf = ({ scan, prompt, platform, run, region }: Key) =>
  `${scan} ${prompt} ${platform} ${run} ${region}`;

const statementOf = (columns: string) => `SELECT scan, prompt, platform, region, run, ${columns}
  FROM texts
  WHERE ${tenantSiteConditionOfImports}
    AND (scan, import) IN arrayZip({scans:Array(UInt32)}, {textImports:Array(UInt64)})
    AND (scan, prompt, platform, region, run) IN arrayZip({keyScans:Array(UInt32)},
      {prompts:Array(UInt32)}, {platforms:Array(String)}, {regions:Array(String)}, {runs:Array(UInt16)})`;

const wholeTextStatement = statementOf('text, urls, titles, model, searched');
const listedTextStatement = statementOf(
  `substringUTF8(text, 1, ${listedTextLength}) AS text, urls, titles, model, searched`,
);
const citationStatement = statementOf('urls, titles');

/** Reads the columns of a statement of `statementOf` for the answers with these keys. */
function readTextRows<const S extends v.GenericSchema>(
  reads: SiteReads,
  [schema, statement]: readonly [schema: S, statement: string],
  keys: readonly Key[],
  signal: AbortSignal | undefined,
): Promise<v.InferOutput<S>[]> {
  const { engine, catalogue } = reads;
  const scanNumbers = new Set(keys.map(({ scan }) => scan));
  const scans = catalogue.scans.filter(({ number }) => scanNumbers.has(number));
  const params = {
    ...siteParamsOf(reads, catalogue.details.site.id),
    imports: catalogue.imports,
    scans: scans.map((scan) => scan.number),
    textImports: scans.map((scan) => scan.textsImport),
    keyScans: keys.map(({ scan }) => scan),
    prompts: keys.map(({ prompt }) => prompt),
    platforms: keys.map(({ platform }) => platform),
    regions: keys.map(({ region }) => region),
    runs: keys.map(({ run }) => run),
  };
  return engine.rows(schema, statement, params, { signal });
}

/**
 * Reads the citations of answers.
 * @returns a function that finds one by the key of its answer and its position, from 1; null if it is not stored.
 */
export async function createCitationReader(
  reads: SiteReads,
  keys: readonly Key[],
  signal?: AbortSignal,
) {
  const rows = await readTextRows(reads, [CitationsRow, citationStatement], keys, signal);
  const rowByKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (key: Key, position: number): Citation | null => {
    const { urls = [], titles = [] } = rowByKey.get(keyOf(key)) ?? {};
    const url = urls[position - 1];
    return url === undefined ? null : { url, title: titles[position - 1] ?? '' };
  };
}

/**
 * Reads the evidence of answers, in the order of their rows; null for an answer without stored evidence.
 * @param shouldReadWholeTexts false to read only the first `listedTextLength` characters of each text.
 */
export async function readEvidence(
  reads: SiteReads,
  rows: readonly Key[],
  shouldReadWholeTexts: boolean,
  signal?: AbortSignal,
): Promise<FoundAnswer['evidence'][]> {
  const statement = shouldReadWholeTexts ? wholeTextStatement : listedTextStatement;
  const textRows = await readTextRows(reads, [TextRow, statement], rows, signal);
  const evidenceByKey = new Map(
    textRows.map(({ text, urls, titles, model, searched, ...key }) => {
      const citations = urls.map((url, index) => ({ url, title: titles[index] ?? '' }));
      return [keyOf(key), { text, citations, model, searched }];
    }),
  );
  return rows.map((row) => evidenceByKey.get(keyOf(row)) ?? null);
}

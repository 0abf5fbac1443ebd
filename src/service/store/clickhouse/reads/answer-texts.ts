import * as v from 'valibot';
import type { Citation } from '../../../records/answer.ts';
import { type FoundAnswer, listedTextLength, type WholeAnswer } from '../../store.ts';
import {
  evidenceColumns,
  evidenceEntries,
  listedColumns,
  listedEntries,
  toEvidence,
  toListedEvidence,
} from './evidence-rows.ts';
import type { SiteReads } from './site-catalogue.ts';
import { siteParamsOf, tenantSiteConditionOfImports } from './tenant.ts';

const keyEntries = {
  scan: v.number(),
  prompt: v.number(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
};
const ListedRow = v.object({ ...keyEntries, ...listedEntries });
const EvidenceRow = v.object({ ...keyEntries, ...evidenceEntries });

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

const evidenceStatement = statementOf(evidenceColumns);
const listedStatement = statementOf(
  `substringUTF8(text, 1, ${listedTextLength}) AS text, ${listedColumns}`,
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

/** Finds a value by the key of its row; null if it has none. */
function createFinder<Row extends Key, Value>(rows: readonly Row[], toValue: (row: Row) => Value) {
  const valueByKey = new Map(rows.map((row) => [keyOf(row), toValue(row)]));
  return (key: Key): Value | null => valueByKey.get(keyOf(key)) ?? null;
}

/** Reads the evidence of answers, in the order of their rows; null for an answer without stored evidence. */
export async function readEvidence(
  reads: SiteReads,
  rows: readonly Key[],
  signal?: AbortSignal,
): Promise<WholeAnswer['evidence'][]> {
  const found = await readTextRows(reads, [EvidenceRow, evidenceStatement], rows, signal);
  return rows.map(createFinder(found, toEvidence));
}

/** Like `readEvidence`, but reads only what lists show, and the first `listedTextLength` characters of each text. */
export async function readListedEvidence(
  reads: SiteReads,
  rows: readonly Key[],
  signal?: AbortSignal,
): Promise<FoundAnswer['evidence'][]> {
  const found = await readTextRows(reads, [ListedRow, listedStatement], rows, signal);
  return rows.map(createFinder(found, toListedEvidence));
}

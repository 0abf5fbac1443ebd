import * as v from 'valibot';
import { type FoundAnswer, listedTextLength, type Tenant } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { SiteCatalogue } from './site-catalogue.ts';
import { siteParamsOf, tenantSiteConditionOfImports } from './tenant.ts';

/** What all statements of one call have in common. */
export interface AnswerReadContext {
  engine: Engine;
  tenant: Tenant;
  catalogue: SiteCatalogue;
  version: number;
  /** Cancels the statements. */
  signal?: AbortSignal | undefined;
}

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

const KeyRow = v.object(keyEntries);
type Key = v.InferOutput<typeof KeyRow>;
const keyOf = ({ scan, prompt, platform, run, region }: Key) =>
  `${scan} ${prompt} ${platform} ${run} ${region}`;

const textStatementWith = (
  textColumn: string,
) => `SELECT scan, prompt, platform, region, run, ${textColumn}, urls, titles, model, searched
  FROM texts
  WHERE ${tenantSiteConditionOfImports}
    AND (scan, import) IN arrayZip({scans:Array(UInt32)}, {textImports:Array(UInt64)})
    AND (scan, prompt, platform, region, run) IN arrayZip({keyScans:Array(UInt32)},
      {prompts:Array(UInt32)}, {platforms:Array(String)}, {regions:Array(String)}, {runs:Array(UInt16)})`;

const wholeTextStatement = textStatementWith('text');
const listedTextStatement = textStatementWith(
  `substringUTF8(text, 1, ${listedTextLength}) AS text`,
);

/**
 * Reads the evidence of answers, in the order of their rows; null for an answer without stored evidence.
 * @param shouldReadWholeTexts false to read only the first `listedTextLength` characters of each text.
 */
export async function readEvidence(
  { engine, tenant, catalogue, version, signal }: AnswerReadContext,
  rows: readonly Key[],
  shouldReadWholeTexts: boolean,
): Promise<FoundAnswer['evidence'][]> {
  const scanNumbers = new Set(rows.map(({ scan }) => scan));
  const scans = catalogue.scans.filter(({ number }) => scanNumbers.has(number));
  const textRows = await engine.rows(
    TextRow,
    shouldReadWholeTexts ? wholeTextStatement : listedTextStatement,
    {
      ...siteParamsOf(tenant, catalogue.details.site.id, version),
      imports: catalogue.imports,
      scans: scans.map((scan) => scan.number),
      textImports: scans.map((scan) => scan.textsImport),
      keyScans: rows.map(({ scan }) => scan),
      prompts: rows.map(({ prompt }) => prompt),
      platforms: rows.map(({ platform }) => platform),
      regions: rows.map(({ region }) => region),
      runs: rows.map(({ run }) => run),
    },
    { signal },
  );
  const evidenceByKey = new Map(
    textRows.map(({ text, urls, titles, model, searched, ...key }) => {
      const citations = urls.map((url, index) => ({ url, title: titles[index] ?? '' }));
      return [keyOf(key), { text, citations, model, searched }];
    }),
  );
  return rows.map((row) => evidenceByKey.get(keyOf(row)) ?? null);
}

import * as v from 'valibot';
import {
  hiddenMarkdownForRe2,
  shownGroups,
} from '../../../../contract/answer-text/hidden-markdown.ts';
import { noSentiment } from '../../../records/answer.ts';
import { everyAnswerSearch } from '../../answer-search.ts';
import { asciiRunsOf, wholeWordPatternOf } from '../../answer-words.ts';
import { isOnDays, scanInstantOf } from '../../scan-day.ts';
import type {
  AnswerIdentity,
  AnswerPageRequest,
  AnswerPosition,
  AnswerSearch,
  FirstAnswers,
  FoundAnswer,
  WholeAnswer,
} from '../../store.ts';
import type { Params } from '../engine/engine.ts';
import { selectNewestOfImports } from '../engine/schema.ts';
import { wordsOfText } from '../engine/tables.ts';
import { answerConditionsOf, paramsOf, promptConditionOf } from './answer-scope.ts';
import { readEvidence, readListedEvidence } from './answer-texts.ts';
import { citedDomainsOf } from './cited-domains.ts';
import { promptIds } from './prompt-ids.ts';
import { storedCodesOf } from './renamed-regions.ts';
import type { SiteCatalogue, SiteReads } from './site-catalogue.ts';
import { siteParamsOf, tenantSiteConditionOfImports } from './tenant.ts';

const AnswerRow = v.object({
  scan: v.number(),
  prompt: v.number(),
  promptId: v.string(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
  brands: v.array(v.number()),
  sentiments: v.array(v.number()),
  places: v.array(v.number()),
  citedDomains: v.array(v.string()),
});
type AnswerRow = v.InferOutput<typeof AnswerRow>;

const TotalRow = v.object({ total: v.number() });

const PromptRow = v.object({ id: v.string(), text: v.string() });

type Scan = SiteCatalogue['scans'][number];

/** How many scans the first statement reads: one scan usually fills a page, but few answers mention several brands. */
const firstScanCount = 1;
const firstScanCountForSeveralBrands = 16;
/** In a search with words, the factor by which each statement reads more scans than the previous one. */
const scanGrowthWithWords = 8;
/** The safety factor on the estimated number of scans that fill the page, since scans differ in size. */
const scanMargin = 1.5;
const maxPromptsReadAtOnce = 4;

const keyColumns = 'scan, prompt, platform, region, run';
const sortKey = 'toString(promptId), platform, region, run';
const startParamsOf = ({ promptId, platform, region, run }: AnswerPosition): Params => ({
  afterPrompt: promptId,
  afterPlatform: platform,
  afterRegion: region,
  afterRun: run,
});
const startCondition = `(scan != {afterScan:UInt32} OR
  (${sortKey}) > ({afterPrompt:String}, {afterPlatform:String}, {afterRegion:String}, {afterRun:UInt16}))`;

/**
 * The conditions on brands, domains and pages, which few answers usually meet.
 * @param citedDomains see `citedDomainsOf`.
 */
const selectiveConditionsOf = (
  { mentions, domain, citedPage }: AnswerSearch,
  citedDomains: string,
): string[] => [
  ...(mentions.length > 0 ? ['hasAll(brands, {mentions:Array(UInt16)})'] : []),
  // Unlike `hasAny`, `has` looks a domain up in the column's dictionary.
  ...(domain.length > 0
    ? [
        `(${domain.map((_, index) => `has(${citedDomains}, {domain${index}:String})`).join(' OR ')})`,
      ]
    : []),
  ...(citedPage.length > 0 ? ['hasAny(pages, {citedPage:Array(String)})'] : []),
];

/**
 * Conditions that select the rows of `texts` whose text contains every word as a whole word. The search for the words'
 * ASCII runs comes first, since it rules out most texts faster than the regular expressions would.
 */
const wordConditionsOf = (words: readonly string[]): string[] => [
  'text IS NOT NULL',
  'arrayAll(place -> place > 0, multiSearchAllPositionsCaseInsensitive(assumeNotNull(text), {runs:Array(String)}))',
  ...words.map((_, index) => `match(assumeNotNull(text), {word${index}:String})`),
];

/**
 * Conditions that the words are in what a reader sees: see `findHiddenMarkdown`. They come last, since they are slow, and
 * most texts with a word show it.
 */
const shownWordConditionsOf = (words: readonly string[]): string[] =>
  words.map(
    (_, index) =>
      `match(replaceRegexpAll(assumeNotNull(text), {hidden:String}, {shown:String}), {word${index}:String})`,
  );

/**
 * The condition that lets the index of words skip granules. The other conditions imply it, and it is slow to evaluate,
 * so it comes last.
 */
const indexedCondition = `hasAll(${wordsOfText}, {runs:Array(String)})`;

/** The parameters of `wordConditionsOf` and `indexedCondition`. */
const wordParamsOf = (words: readonly string[]): Params => ({
  runs: [...new Set(words.flatMap(asciiRunsOf))],
  ...Object.fromEntries(words.map((word, index) => [`word${index}`, wholeWordPatternOf(word)])),
  ...(words.length > 0 && { hidden: hiddenMarkdownForRe2, shown: shownGroups }),
});

/** The condition that an answer's text has all the words; empty if the search has no words. */
function wordSearchConditionsOf(search: AnswerSearch, citedDomains: string): string[] {
  if (search.words.length === 0) return [];
  const prompts = promptConditionOf(search);
  const selectiveConditions = selectiveConditionsOf(search, citedDomains);
  const conditions = [
    ...answerConditionsOf(search, 'textImports'),
    ...(prompts === null ? [] : [prompts]),
    // Limits the search to the texts of answers that meet the selective conditions.
    ...(selectiveConditions.length > 0
      ? [
          `(${keyColumns}) IN (SELECT ${keyColumns} FROM answers
          WHERE ${[...answerConditionsOf(search), ...selectiveConditions].join(' AND ')})`,
        ]
      : []),
    ...wordConditionsOf(search.words),
  ];
  return [
    `(${keyColumns}) IN (SELECT ${keyColumns} FROM texts
      PREWHERE ${conditions.join(' AND ')} WHERE ${[indexedCondition, ...shownWordConditionsOf(search.words)].join(' AND ')})`,
  ];
}

function conditionsOf(
  search: AnswerSearch,
  identity: AnswerIdentity | null,
  citedDomains: string,
): string[] {
  const prompts = promptConditionOf(search);
  return [
    ...answerConditionsOf(search),
    ...(identity ? ['region IN {onlyRegions:Array(String)} AND run = {onlyRun:UInt16}'] : []),
    ...(prompts === null ? [] : [prompts]),
    ...selectiveConditionsOf(search, citedDomains),
    ...(search.mentionsNot.length > 0 ? ['NOT hasAny(brands, {mentionsNot:Array(UInt16)})'] : []),
    ...wordSearchConditionsOf(search, citedDomains),
  ];
}

/** The scans whose answers may come after a position in the list (null for all scans), newest first. */
function findScansAfter(
  catalogue: SiteCatalogue,
  search: AnswerSearch,
  after: AnswerPosition | null,
) {
  const isBefore = (scan: Scan) =>
    after !== null && (scanInstantOf(scan) - after.at || (scan.id > after.scanId ? 1 : -1)) > 0;
  return catalogue.scans
    .filter(({ date }) => isOnDays(date, search))
    .filter(({ status }) => status === 'completed' || !search.excludesFailed)
    .filter((scan) => search.scanId.length === 0 || search.scanId.includes(scan.id))
    .filter((scan) => !isBefore(scan))
    .toReversed();
}

interface RowsRequest extends AnswerPageRequest {
  scans: readonly Scan[];
  /** An answer whose region and run the rows must have; null for any region and run. */
  identity?: AnswerIdentity | null;
}

/** The parameters of `conditionsOf` for the scans to search. */
function searchParamsOf(
  { catalogue }: SiteReads,
  search: AnswerSearch,
  scans: readonly Scan[],
): Params {
  const numbersOf = (brandIds: readonly string[]) =>
    brandIds.flatMap((id) => catalogue.brandNumberOf.get(id) ?? []);
  return {
    ...citedDomainsOf(catalogue).params,
    scans: scans.map((scan) => scan.number),
    scanImports: scans.map((scan) => scan.import),
    textImports: scans.map((scan) => scan.textsImport),
    mentions: numbersOf(search.mentions),
    mentionsNot: numbersOf(search.mentionsNot),
    ...Object.fromEntries(search.domain.map((domain, index) => [`domain${index}`, domain])),
    citedPage: search.citedPage,
    ...wordParamsOf(search.words),
  };
}

/** Reads the rows of the requested scans that match the search, in the order of the list, at most `limit`. */
function readRows(
  reads: SiteReads,
  search: AnswerSearch,
  { after, limit, scans, identity = null }: RowsRequest,
  signal: AbortSignal | undefined,
): Promise<AnswerRow[]> {
  const { engine, catalogue } = reads;
  // The scan in which the previous page ended; undefined if it is not among `scans`, or if its time has changed.
  const resumedScan = scans.find(
    (scan) => scan.id === after?.scanId && scanInstantOf(scan) === after.at,
  );
  const citedDomains = citedDomainsOf(catalogue);
  const conditions = conditionsOf(search, identity, citedDomains.sql);
  const sql = `SELECT scan, prompt, promptId, platform, region, run, brands, sentiments, places, ${citedDomains.sql} AS citedDomains
    FROM (SELECT * FROM answers WHERE ${conditions.join(' AND ')}) AS found
    LEFT ANY JOIN ${promptIds} AS ids ON ids.number = found.prompt
    ${resumedScan ? `WHERE ${startCondition}` : ''}
    ORDER BY transform(scan, {scans:Array(UInt32)}, {places:Array(UInt32)}),
      ${identity ? 'indexOf({onlyRegions:Array(String)}, region), ' : ''}${sortKey}
    LIMIT {limit:UInt16}`;
  const extraParams = {
    ...searchParamsOf(reads, search, scans),
    limit,
    ...(after && startParamsOf(after)),
    afterScan: resumedScan?.number ?? 0,
    places: scans.map((_, index) => index),
    ...(identity && {
      onlyRegions: storedCodesOf(identity.region, catalogue.renamedRegions),
      onlyRun: identity.run,
    }),
  };
  const params = paramsOf(reads, sql, search, extraParams);
  return engine.rows(AnswerRow, sql, params, { signal });
}

/** Reads the texts of the rows' prompts, by prompt ID. */
async function readTextsOfPrompts(
  reads: SiteReads,
  rows: readonly AnswerRow[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const { engine, catalogue } = reads;
  const ids = [...new Set(rows.map(({ promptId }) => promptId))];
  const where = `${tenantSiteConditionOfImports} AND id IN {ids:Array(UUID)}`;
  const prompts = await engine.rows(
    PromptRow,
    `SELECT id, text FROM ${selectNewestOfImports('prompts', where)}`,
    {
      ...siteParamsOf(reads, catalogue.details.site.id),
      imports: catalogue.imports,
      ids,
    },
    { signal },
  );
  return new Map(prompts.map(({ id, text }) => [id, text]));
}

/** Converts the rows to answers, after reading their evidence and the texts of their prompts. */
async function toFoundAnswers<Evidence>(
  reads: SiteReads,
  rows: readonly AnswerRow[],
  readEvidenceOf: (
    reads: SiteReads,
    rows: readonly AnswerRow[],
    signal: AbortSignal | undefined,
  ) => Promise<(Evidence | null)[]>,
  signal: AbortSignal | undefined,
): Promise<(Omit<FoundAnswer, 'evidence'> & { evidence: Evidence | null })[]> {
  if (rows.length === 0) return [];
  const { catalogue } = reads;
  // Reading the evidence takes longest, so it starts first and gets the most threads.
  const [evidence, promptTexts] = await Promise.all([
    readEvidenceOf(reads, rows, signal),
    readTextsOfPrompts(reads, rows, signal),
  ]);
  const scanOf = new Map(catalogue.scans.map((scan) => [scan.number, scan]));
  return rows.flatMap((row, index) => {
    const scan = scanOf.get(row.scan);
    if (!scan) return [];
    const { promptId, platform, region, run, citedDomains } = row;
    return [
      {
        scanId: scan.id,
        at: scanInstantOf(scan),
        completedAt: scan.completedAt,
        promptId,
        platform,
        region,
        run,
        domains: citedDomains,
        prompt: promptTexts.get(promptId) ?? '',
        brandIds: row.brands.flatMap((brand) => catalogue.brandIdOf.get(brand) ?? []),
        sentiments: row.sentiments.map((sentiment) =>
          sentiment === noSentiment ? null : sentiment,
        ),
        places: row.places,
        evidence: evidence[index] ?? null,
      },
    ];
  });
}

/** Implements `Store.answers` at a data version. Reads scans, newest first, until the page is full. */
export async function readAnswers(
  reads: SiteReads,
  search: AnswerSearch,
  page: AnswerPageRequest,
  signal?: AbortSignal,
): Promise<FoundAnswer[]> {
  const scans = findScansAfter(reads.catalogue, search, page.after);
  const rows: AnswerRow[] = [];
  const { promptId, words, mentions } = search;
  // The table is sorted by prompt, so the answers to a few prompts are read from all scans in one statement.
  const hasFewPrompts = promptId.length > 0 && promptId.length <= maxPromptsReadAtOnce;
  const needsSeveralBrands = words.length === 0 && mentions.length > 1;
  const firstCount = needsSeveralBrands ? firstScanCountForSeveralBrands : firstScanCount;
  let count = hasFewPrompts ? scans.length : firstCount;
  for (let from = 0; from < scans.length && rows.length < page.limit; ) {
    const limit = page.limit - rows.length;
    const batch = scans.slice(from, from + count);
    rows.push(...(await readRows(reads, search, { ...page, limit, scans: batch }, signal)));
    from += batch.length;
    const neededCount = ((page.limit - rows.length) / rows.length) * from * scanMargin;
    // If a search without words has found nothing yet, `neededCount` is infinite, so all other scans are read next.
    count =
      words.length > 0
        ? count * scanGrowthWithWords
        : Math.min(Math.ceil(neededCount), scans.length);
  }
  return toFoundAnswers(reads, rows, readListedEvidence, signal);
}

/** Counts the answers that match a search. */
async function countFound(
  reads: SiteReads,
  search: AnswerSearch,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { engine, catalogue } = reads;
  const scans = findScansAfter(catalogue, search, null);
  if (scans.length === 0) return 0;
  const conditions = conditionsOf(search, null, citedDomainsOf(catalogue).sql);
  const sql = `SELECT count() AS total FROM answers WHERE ${conditions.join(' AND ')}`;
  const params = paramsOf(reads, sql, search, searchParamsOf(reads, search, scans));
  const [row] = await engine.rows(TotalRow, sql, params, { signal });
  return row?.total ?? 0;
}

/** Implements `Store.firstAnswers` at a data version. */
export async function readFirstAnswers(
  reads: SiteReads,
  search: AnswerSearch,
  limit: number,
  signal?: AbortSignal,
): Promise<FirstAnswers> {
  const answers = await readAnswers(reads, search, { after: null, limit }, signal);
  if (answers.length < limit) return { answers, total: answers.length };
  const isCountable = search.words.length === 0;
  return { answers, total: isCountable ? await countFound(reads, search, signal) : null };
}

/** Implements `Store.answer` at a data version. */
export async function readAnswer(
  reads: SiteReads,
  identity: AnswerIdentity,
  signal?: AbortSignal,
): Promise<WholeAnswer | null> {
  const { scanId, promptId, platform, region } = identity;
  const scans = reads.catalogue.scans.filter(({ id }) => id === scanId);
  const search: AnswerSearch = {
    ...everyAnswerSearch,
    promptId: [promptId],
    platform: [platform],
    region: [region],
  };
  const rows = await readRows(reads, search, { after: null, limit: 1, scans, identity }, signal);
  const [answer] = await toFoundAnswers(reads, rows, readEvidence, signal);
  return answer ?? null;
}

import * as v from 'valibot';
import { everyAnswerSearch } from '../answer-search.ts';
import { scanInstant } from '../scan-day.ts';
import type {
  AnswerIdentity,
  AnswerPageRequest,
  AnswerPosition,
  AnswerSearch,
  FoundAnswer,
} from '../store.ts';
import { answerPredicates, paramsOf, promptPredicate, scansInRange } from './answer-scope.ts';
import { type AnswerReadContext, readEvidence } from './answer-texts.ts';
import { indexedCondition, wordConditions, wordParams } from './answer-words.ts';
import type { Params } from './engine.ts';
import { newestOfImports, noSentiment } from './schema.ts';
import type { SiteCatalogue } from './site-catalogue.ts';
import { ofTenantSiteOfImports, siteParams } from './tenant.ts';

const AnswerRow = v.object({
  scan: v.number(),
  prompt: v.number(),
  promptId: v.string(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
  brands: v.array(v.number()),
  sentiments: v.array(v.number()),
  domains: v.array(v.string()),
});
type AnswerRow = v.InferOutput<typeof AnswerRow>;

const PromptRow = v.object({ id: v.string(), text: v.string() });

type Scan = SiteCatalogue['scans'][number];

/** Scans that the first statement reads. The newest usually fills a page, but few answers mention several brands. */
const firstScans = 1;
const firstScansOfSeveralBrands = 16;
/** The factor by which each statement of a search with words reads more scans than the one before it. */
const growthWithWords = 8;
/** The safety factor on the estimated number of scans that fill the page, since scans differ. */
const scanMargin = 1.5;
const maxPromptsReadAtOnce = 4;

/** Numbers of prompts with their IDs, by which answers are sorted. */
const promptIds = `(SELECT number, any(id) AS promptId FROM prompts
  WHERE ${ofTenantSiteOfImports} AND import IN {imports:Array(UInt64)} GROUP BY number)`;

const keyColumns = 'scan, prompt, platform, region, run';
const key = 'toString(promptId), platform, region, run';
const startParams = ({ promptId, platform, region, run }: AnswerPosition): Params => ({
  afterPrompt: promptId,
  afterPlatform: platform,
  afterRegion: region,
  afterRun: run,
});
const startCondition = `(scan != {afterScan:UInt32} OR
  (${key}) > ({afterPrompt:String}, {afterPlatform:String}, {afterRegion:String}, {afterRun:UInt16}))`;

/** The conditions on brands and domains, which few answers usually meet. */
const selectiveConditions = ({ mentions, domain }: AnswerSearch): string[] => [
  ...(mentions.length > 0 ? ['hasAll(brands, {mentions:Array(UInt16)})'] : []),
  // Unlike `hasAny`, `has` looks a domain up in the column's dictionary.
  ...(domain.length > 0
    ? [`(${domain.map((_, at) => `has(domains, {domain${at}:String})`).join(' OR ')})`]
    : []),
];

/** The condition that an answer's text has all the words; empty if the search has none. */
function wordsPredicate(search: AnswerSearch): string[] {
  if (search.words.length === 0) return [];
  const prompts = promptPredicate(search);
  const inAnswers = selectiveConditions(search);
  const conditions = [
    ...answerPredicates(search, 'textImports'),
    ...(prompts === null ? [] : [prompts]),
    // Limits the search to the texts of these answers.
    ...(inAnswers.length > 0
      ? [
          `(${keyColumns}) IN (SELECT ${keyColumns} FROM answers
          WHERE ${[...answerPredicates(search), ...inAnswers].join(' AND ')})`,
        ]
      : []),
    ...wordConditions(search.words),
  ];
  return [
    `(${keyColumns}) IN (SELECT ${keyColumns} FROM texts
      PREWHERE ${conditions.join(' AND ')} WHERE ${indexedCondition})`,
  ];
}

function conditionsOf(search: AnswerSearch, only: AnswerIdentity | null): string[] {
  const prompts = promptPredicate(search);
  return [
    ...answerPredicates(search),
    ...(only ? ['region = {onlyRegion:String} AND run = {onlyRun:UInt16}'] : []),
    ...(prompts === null ? [] : [prompts]),
    ...selectiveConditions(search),
    ...(search.mentionsNot.length > 0 ? ['NOT hasAny(brands, {mentionsNot:Array(UInt16)})'] : []),
    ...wordsPredicate(search),
  ];
}

/** The completed scans that the rest of a list may contain, newest first. */
function scansAfter(catalogue: SiteCatalogue, search: AnswerSearch, after: AnswerPosition | null) {
  const precedes = (scan: Scan) =>
    after !== null && (scanInstant(scan) - after.at || (scan.id > after.scanId ? 1 : -1)) > 0;
  return scansInRange(catalogue, search)
    .filter((scan) => search.scanId.length === 0 || search.scanId.includes(scan.id))
    .filter((scan) => !precedes(scan))
    .toReversed();
}

/**
 * The rows of these scans that match the search, in the order of the list, at most `limit`.
 * @param only the region and run that the rows must have; null for any.
 */
function readRows(
  { engine, tenant, catalogue, version, signal }: AnswerReadContext,
  search: AnswerSearch,
  { after, limit }: AnswerPageRequest,
  scans: readonly Scan[],
  only: AnswerIdentity | null = null,
): Promise<AnswerRow[]> {
  // The scan in which the previous page ended, unless its time has changed.
  const resumedScan = scans.find(
    (scan) => scan.id === after?.scanId && scanInstant(scan) === after.at,
  );
  const sql = `SELECT scan, prompt, promptId, platform, region, run, brands, sentiments, domains
    FROM (SELECT * FROM answers WHERE ${conditionsOf(search, only).join(' AND ')}) AS found
    LEFT ANY JOIN ${promptIds} AS ids ON ids.number = found.prompt
    ${resumedScan ? `WHERE ${startCondition}` : ''}
    ORDER BY transform(scan, {scans:Array(UInt32)}, {places:Array(UInt32)}), ${key}
    LIMIT {limit:UInt16}`;
  const numbersOf = (brandIds: readonly string[]) =>
    brandIds.flatMap((id) => catalogue.brandNumberOf.get(id) ?? []);
  const more = {
    limit,
    ...(after && startParams(after)),
    afterScan: resumedScan?.number ?? 0,
    places: scans.map((_, place) => place),
    scans: scans.map((scan) => scan.number),
    scanImports: scans.map((scan) => scan.import),
    mentions: numbersOf(search.mentions),
    mentionsNot: numbersOf(search.mentionsNot),
    ...Object.fromEntries(search.domain.map((domain, at) => [`domain${at}`, domain])),
    textImports: scans.map((scan) => scan.textsImport),
    ...wordParams(search.words),
    ...(only && { onlyRegion: only.region, onlyRun: only.run }),
  };
  const params = paramsOf(sql, tenant, catalogue, search, { version, more });
  return engine.rows(AnswerRow, sql, params, { signal });
}

/** Texts of prompts by ID. */
async function readPrompts(
  { engine, tenant, catalogue, version, signal }: AnswerReadContext,
  rows: readonly AnswerRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ promptId }) => promptId))];
  const where = `${ofTenantSiteOfImports} AND id IN {ids:Array(UUID)}`;
  const read = await engine.rows(
    PromptRow,
    `SELECT id, text FROM ${newestOfImports('prompts', where)}`,
    {
      ...siteParams(tenant, catalogue.details.site.id, version),
      imports: catalogue.imports,
      ids,
    },
    { signal },
  );
  return new Map(read.map(({ id, text }) => [id, text]));
}

/** The answers of rows, with their prompts and evidence. */
async function toFoundAnswers(
  context: AnswerReadContext,
  rows: readonly AnswerRow[],
  isWhole: boolean,
): Promise<FoundAnswer[]> {
  if (rows.length === 0) return [];
  const { catalogue } = context;
  // The evidence takes longest, so it goes first and gets the most threads.
  const [evidence, prompts] = await Promise.all([
    readEvidence(context, rows, isWhole),
    readPrompts(context, rows),
  ]);
  const scanOf = new Map(catalogue.scans.map((scan) => [scan.number, scan]));
  return rows.flatMap((row, at): FoundAnswer[] => {
    const scan = scanOf.get(row.scan);
    if (!scan) return [];
    const { promptId, platform, region, run, domains } = row;
    return [
      {
        scanId: scan.id,
        at: scanInstant(scan),
        completedAt: scan.completedAt,
        promptId,
        platform,
        region,
        run,
        domains,
        prompt: prompts.get(promptId) ?? '',
        brandIds: row.brands.flatMap((brand) => catalogue.brandIdOf.get(brand) ?? []),
        sentiments: row.sentiments.map((each) => (each === noSentiment ? null : each)),
        evidence: evidence[at] ?? null,
      },
    ];
  });
}

/** Implements `Store.answers` at a data version. Reads scans from the newest on, until the page is full. */
export async function readAnswers(
  context: AnswerReadContext,
  search: AnswerSearch,
  page: AnswerPageRequest,
): Promise<FoundAnswer[]> {
  const scans = scansAfter(context.catalogue, search, page.after);
  const rows: AnswerRow[] = [];
  const { promptId, words, mentions } = search;
  // The table is sorted by prompt, so the answers to a few prompts are read from all scans in one statement.
  const hasFewPrompts = promptId.length > 0 && promptId.length <= maxPromptsReadAtOnce;
  const isOfSeveralBrands = words.length === 0 && mentions.length > 1;
  const first = isOfSeveralBrands ? firstScansOfSeveralBrands : firstScans;
  let count = hasFewPrompts ? scans.length : first;
  for (let from = 0; from < scans.length && rows.length < page.limit; ) {
    const limit = page.limit - rows.length;
    const batch = scans.slice(from, from + count);
    rows.push(...(await readRows(context, search, { ...page, limit }, batch)));
    from += batch.length;
    const needed = ((page.limit - rows.length) / rows.length) * from * scanMargin;
    // A search without words that has found nothing yet reads all other scans at once.
    count = words.length > 0 ? count * growthWithWords : Math.min(Math.ceil(needed), scans.length);
  }
  return toFoundAnswers(context, rows, false);
}

/** Implements `Store.answer` at a data version. */
export async function readAnswer(
  context: AnswerReadContext,
  place: AnswerIdentity,
): Promise<FoundAnswer | null> {
  const { scanId, promptId, platform, region } = place;
  const scans = context.catalogue.scans.filter(({ id }) => id === scanId);
  const search: AnswerSearch = {
    ...everyAnswerSearch,
    promptId: [promptId],
    platform: [platform],
    region: [region],
  };
  const rows = await readRows(context, search, { after: null, limit: 1 }, scans, place);
  const [answer] = await toFoundAnswers(context, rows, true);
  return answer ?? null;
}

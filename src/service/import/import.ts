import * as v from 'valibot';
import { canonicalRegion } from '../../contract/canonical-region.ts';
import { Stretch } from '../limits/stretch.ts';
import { isPending } from '../records/scan.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import { scanDayOf } from '../store/scan-day.ts';
import type { AnswerRecord, ImportLookups, ImportTarget, ImportWriter } from '../store/store.ts';
import { createRecordMaker } from './answer-records.ts';
import { Faults } from './faults.ts';
import { findTouchedAccounts } from './find-touched-accounts.ts';
import {
  createGatheredRecords,
  type GatheredRecords,
  type RecordsById,
} from './gathered-records.ts';
import { type ImportInput, type InputEntry, UnreadableInput } from './input.ts';
import { measureAgain, type SiteToMeasure } from './measure-again.ts';
import { measureSite } from './measure-site.ts';
import { CountedNearMiss } from './near-miss-counts.ts';
import { gatherPatch, readChangedRecords } from './patches.ts';
import { type Plan, planImport } from './plan.ts';
import {
  type ImportRecord,
  type LineFault,
  type RecordOf,
  readRecord,
  tableOf,
} from './records.ts';
import { refuseOtherAccounts } from './refuse-foreign-ids.ts';
import { countRemovals, lookupsWithout, planRemovals, RemovedCounts } from './removals.ts';
import { emptyInvalidAddresses, refuseTypedTexts, refuseUnownableDomains } from './text-faults.ts';

interface ImportOptions {
  /** The account for clients and sites that do not name one; by default, `Owners` chooses it. */
  account?: string;
  /** Whether records that would go to another account than `account` are refused; false by default. */
  isAccountBound?: boolean;
  /**
   * Whether somebody has typed the records; false by default. Names and questions with hidden characters, and addresses
   * that are no http or https addresses, are then refused unless they are stored.
   */
  isTyped?: boolean;
  /** Marks the import's accounts as sample data. */
  sample?: boolean;
  /** Whether to store the texts of answers; by default they are stored. */
  keepsTexts?: boolean;
  /** Whether the given mentions equal what measuring the texts would find, as in sample data; false by default. */
  hasMeasuredMentions?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  clock?: () => number;
}

/**
 * Checking reads all lines once; measuring reads them again and stores the answers invisibly. Stored texts are measured
 * again afterwards if brands have changed, and in between if an earlier version determined the figures of the site.
 */
export const importPhases = ['checking', 'measuring', 'measuring again'] as const;

export const ImportProgress = v.object({
  phase: v.picklist(importPhases),
  lines: v.number(),
  answers: v.number(),
  /** Bytes of the input read in this phase, and its size (0 if unknown); when measuring again, numbers of answers. */
  bytes: v.number(),
  size: v.number(),
});
export type ImportProgress = v.InferOutput<typeof ImportProgress>;

/** A command may receive a summary from a host of an earlier version, which leaves out the optional fields. */
export const ImportSummary = v.object({
  /** IDs of the accounts whose data the import changed. */
  accounts: v.optional(v.array(v.string()), []),
  lines: v.number(),
  answers: v.number(),
  /** Answers that named the region `UK`, or an area of it, which are stored under `GB`. */
  ukAnswers: v.optional(v.number(), 0),
  /** Answers that named a country with a blank area, which are stored under the country. */
  blankAreaAnswers: v.optional(v.number(), 0),
  /** Answers that named an area in another spelling than that under which it is stored, such as `US-CA`. */
  respelledAnswers: v.optional(v.number(), 0),
  /** Numbers of records of the other types; records with the same ID count once. */
  accountRecords: v.optional(v.number(), 0),
  clients: v.number(),
  sites: v.number(),
  brands: v.number(),
  prompts: v.number(),
  scans: v.number(),
  recommendations: v.optional(v.number(), 0),
  notes: v.optional(v.number(), 0),
  /** Numbers of removed records, including those that belonged to a removed one. */
  removed: v.optional(RemovedCounts, {}),
  /** Stored answers that were measured again, because brands of their sites are new or have changed aliases. */
  measuredAgain: v.optional(v.number(), 0),
  /** The days of stored scans whose answers could not all be measured again, since not all texts are stored. */
  unmeasurableDays: v.optional(v.array(v.string()), []),
  /** Sites that have to be measured again, since the import changed scans that earlier rules measured in part. */
  sitesToMeasure: v.optional(v.array(v.string()), []),
  /** The most frequent spellings that nearly equal an alias of a brand which the answers do not mention. */
  nearMisses: v.optional(v.array(CountedNearMiss), []),
  /** Records that replaced an earlier one with the same ID in the file, except answers, and the first of them. */
  repeatCount: v.optional(v.number(), 0),
  repeats: v.optional(v.array(v.object({ line: v.number(), earlierLine: v.number() })), []),
  /** Answers that replaced an earlier one of the same scan, prompt, platform, region and run in the file. */
  repeatedAnswers: v.optional(v.number(), 0),
  /** Lines whose address is stored as empty, since it is not a web address. */
  emptiedAddressLines: v.optional(v.array(v.number()), []),
  /** Citations that were not stored, since they are not web addresses. */
  skippedCitations: v.optional(v.number(), 0),
});
export type ImportSummary = v.InferOutput<typeof ImportSummary>;

/** The fault of a file whose first line begins an array. It is the only one, since every line has the same cause. */
const arrayFault: LineFault = {
  field: '',
  reason:
    'begins a JSON array, but the format is NDJSON: one JSON object per line, without brackets around them or commas between them',
};

/** Answers passed to the store at a time: few enough that copying them to another thread does not block that thread. */
const answersPerBatch = 500;
/** Lines read before answers may be stored. */
const linesPerPause = 50;
const linesPerProgressReport = 1_000;
/** The maximum number of repeated records whose lines a summary lists. */
const maxRepeatsListed = 10;

type Answer = RecordOf<'answer'>;

/** Whether a line counts as an answer. */
type LineKind = 'answer' | 'other';

/**
 * Reads the lines of an input in order.
 * @param visit called with each line that is not blank, and its number from 1.
 * @param onPause called every `linesPerPause` lines; reading stops if it returns false.
 * @returns the number of lines read.
 */
async function readLines(
  input: ImportInput,
  phase: ImportProgress['phase'],
  onProgress: (progress: ImportProgress) => void,
  visit: (entry: InputEntry, line: number) => LineKind,
  onPause: () => Promise<boolean> | boolean,
): Promise<number> {
  const progress = { phase, lines: 0, answers: 0, bytes: 0, size: input.size ?? 0 };
  const onRead = (bytes: number) => {
    progress.bytes += bytes;
  };
  const stretch = new Stretch();
  reading: for await (const block of input.blocks(onRead)) {
    for (const entry of block) {
      if (stretch.isOver) await stretch.pause();
      progress.lines += 1;
      const isBlank = typeof entry === 'string' && entry.trim() === '';
      if (!isBlank && visit(entry, progress.lines) === 'answer') progress.answers += 1;
      if (progress.lines % linesPerPause !== 0) continue;
      if (!(await onPause())) break reading;
      if (progress.lines % linesPerProgressReport === 0) onProgress({ ...progress });
    }
  }
  onProgress({ ...progress });
  return progress.lines;
}

function countAnswer({ scanId, mentions }: Answer, { answeredScans }: GatheredRecords): void {
  const totals = answeredScans.get(scanId) ?? { answers: 0, measured: 0 };
  answeredScans.set(scanId, totals);
  totals.answers += 1;
  if (mentions === null) totals.measured += 1;
}

/** Keeps a record instead of an earlier one with the same ID, which counts as a repeat; of answers, only counts. */
function gather(record: ImportRecord, line: number, gathered: GatheredRecords): void {
  if (record.type === 'answer') {
    countAnswer(record, gathered);
    gathered.answeredPromptIds.add(record.promptId);
    return;
  }
  const { type, id } = record;
  const records: RecordsById<ImportRecord> = gathered[type === 'note' ? 'notes' : tableOf(type)];
  const earlier = records.get(id);
  if (earlier) {
    gathered.repeatCount += 1;
    if (gathered.repeats.length < maxRepeatsListed)
      gathered.repeats.push({ line, earlierLine: earlier.line });
  }
  records.set(id, { record, line });
  if (type !== 'note') gathered.patches[type].delete(id);
}

async function storeAnswers(
  input: ImportInput,
  { toRecord }: ReturnType<typeof createRecordMaker>,
  writer: ImportWriter,
  faults: Faults,
  onProgress: (progress: ImportProgress) => void,
): Promise<
  Pick<
    ImportSummary,
    'answers' | 'ukAnswers' | 'blankAreaAnswers' | 'respelledAnswers' | 'skippedCitations'
  >
> {
  const counts = {
    answers: 0,
    ukAnswers: 0,
    blankAreaAnswers: 0,
    respelledAnswers: 0,
    skippedCitations: 0,
  };
  let batch: AnswerRecord[] = [];
  const flush = async () => {
    if (batch.length > 0 && !faults.hasAny) await writer.writeAnswers(batch);
    counts.answers += batch.length;
    batch = [];
  };
  const visit = (entry: InputEntry, line: number): LineKind => {
    const result = readRecord(entry);
    // The first pass found no faults in any line, so the input has changed since.
    if ('reason' in result) faults.add(line, result);
    if (!('record' in result) || result.record.type !== 'answer') return 'other';
    const { region } = result.record;
    const code = canonicalRegion(region);
    const stored = storedRegionOf(region);
    if (code !== region) counts.ukAnswers += 1;
    if (stored === code.slice(0, 2) && stored !== code) counts.blankAreaAnswers += 1;
    else if (stored !== code) counts.respelledAnswers += 1;
    const measured = toRecord(result.record);
    if ('reason' in measured) {
      faults.add(line, measured);
    } else {
      batch.push(measured.record);
      counts.skippedCitations += measured.skippedCitations;
    }
    return 'answer';
  };
  await readLines(input, 'measuring', onProgress, visit, async () => {
    if (batch.length >= answersPerBatch) await flush();
    return !faults.isFull;
  });
  await flush();
  return counts;
}

/**
 * Before an import changes a site whose figures an earlier version determined, measures that site again, so that stored
 * regions have the codes that the import uses.
 * @throws ImportRefused if there is too little free space for that
 */
async function measurePendingSites(
  gathered: GatheredRecords,
  store: ImportTarget,
  faults: Faults,
  onProgress: (progress: ImportProgress) => void,
): Promise<void> {
  const { brands, prompts, scans, answeredScans } = gathered;
  const records = [brands, prompts, scans].flatMap((table) => [...table.values()]);
  const answered = await store.lookups.scans([...answeredScans.keys()]);
  const changed = await readChangedRecords(gathered, store.lookups);
  const siteIds = new Set(
    [...records.map(({ record }) => record), ...answered, ...changed].map(({ siteId }) => siteId),
  );
  for (const { id } of await store.lookups.pendingSites([...siteIds])) {
    const [space] = await store.lookups.spaceForMeasuring([id]);
    if (space && space.free < space.needed) {
      const [needed, free] = [space.needed, space.free].map((bytes) => Math.ceil(bytes / 1e6));
      faults.addForAll(
        `site ${id}`,
        `its figures have to be measured again first, which needs ${needed} MB of free space, and only ${free} MB are free. Free some space and import again.`,
      );
      faults.throwIfAny();
    }
    await measureSite(store, id, (answers) =>
      onProgress({ phase: 'measuring again', lines: 0, answers, bytes: answers, size: 0 }),
    );
  }
}

/** The sites whose stored answers have to be measured again, with what is stored before the import. */
async function findSitesToMeasure(
  { scansToRemeasure, brandsOfSite }: Plan,
  lookups: ImportLookups,
): Promise<SiteToMeasure[]> {
  const ids = [...new Set(scansToRemeasure.map(({ siteId }) => siteId))];
  const siteIdOf = ({ siteId }: { siteId: string }) => siteId;
  const storedBrands = Map.groupBy(await lookups.brandsOfSites(ids), siteIdOf);
  const storedScans = Map.groupBy(await lookups.scansOfSites(ids), siteIdOf);
  return ids.map((id) => ({
    id,
    brands: brandsOfSite.get(id) ?? [],
    stored: { brands: storedBrands.get(id) ?? [], scans: storedScans.get(id) ?? [] },
  }));
}

/**
 * Imports measurements, all or nothing: every line is checked first, then answers are measured and stored
 * invisibly, then everything is made visible at once. Memory does not grow with the number of answers.
 * @throws ImportRefused if there are faults; its message has the input, line, field and reason of the first 20.
 * @throws UnreadableInput if the input is empty or cannot be read to its end.
 */
export async function importMeasurements(
  store: ImportTarget,
  input: ImportInput,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const onProgress = options.onProgress ?? (() => {});
  const faults = new Faults(input.name);
  const gathered = createGatheredRecords();
  let isEmpty = true;
  const visit = (entry: InputEntry, line: number): LineKind => {
    if (isEmpty && typeof entry === 'string' && entry.trimStart().startsWith('[')) {
      faults.add(line, arrayFault);
      faults.throwIfAny();
    }
    isEmpty = false;
    const result = readRecord(entry);
    if ('reason' in result) {
      faults.add(line, result);
      return 'other';
    }
    if ('patch' in result) {
      gatherPatch(result.patch, line, gathered);
      return 'other';
    }
    if ('removal' in result) {
      gathered.removals[result.removal.type].set(result.removal.id, line);
      return 'other';
    }
    gather(result.record, line, gathered);
    return result.record.type === 'answer' ? 'answer' : 'other';
  };
  const lines = await readLines(input, 'checking', onProgress, visit, () => !faults.isFull);
  if (isEmpty) {
    throw new UnreadableInput(`${input.name} is empty. Nothing was imported.`, 'an empty file');
  }
  faults.throwIfAny();
  // Before the import has its turn, so that whoever has typed them need not wait for the refusal.
  if (options.isTyped) await refuseTypedTexts(gathered, store.lookups, faults);
  await refuseUnownableDomains(gathered, store.lookups, faults);
  const emptiedAddressLines = options.isTyped ? [] : emptyInvalidAddresses(gathered);
  faults.throwIfAny();

  await measurePendingSites(gathered, store, faults, onProgress);
  const writer = await store.beginImport();
  try {
    const removals = await planRemovals(gathered, store.lookups, faults);
    faults.throwIfAny();
    const lookups = lookupsWithout(removals, store.lookups);
    const { account = null, sample = false, clock = Date.now } = options;
    const planOptions = { account, sample, now: clock() };
    const plan = await planImport(gathered, removals, lookups, planOptions, faults);
    if (options.isAccountBound && account !== null)
      await refuseOtherAccounts(account, gathered, plan.catalogue, lookups, faults);
    faults.throwIfAny();
    await writer.removeRecords(removals.records);
    await writer.writeCatalogue(plan.catalogue);
    await writer.writeNotes(plan.notes);
    const { keepsTexts = true, hasMeasuredMentions = false } = options;
    const maker = createRecordMaker(plan, { keepsTexts, hasMeasuredMentions });
    const answerCounts = await storeAnswers(input, maker, writer, faults, onProgress);
    faults.throwIfAny();
    const textCount = plan.scansToRemeasure.reduce((sum, { texts }) => sum + texts, 0);
    const sitesToMeasure = await findSitesToMeasure(plan, store.lookups);
    const reportMeasured = (answers: number) =>
      onProgress({ phase: 'measuring again', lines: 0, answers, bytes: answers, size: textCount });
    if (textCount > 0) reportMeasured(0);
    const measuredAgain = await measureAgain(sitesToMeasure, writer, reportMeasured);
    const noteRecords = [...gathered.notes.values()].map(({ record }) => record);
    const accounts = await findTouchedAccounts(
      plan.catalogue,
      noteRecords,
      removals.records,
      store.lookups,
    );
    const { repeatedAnswers } = await writer.commit();
    const { clients, sites, brands, prompts, scans, recommendations, notes } = gathered;
    return {
      accounts,
      lines,
      ...answerCounts,
      accountRecords: gathered.accounts.size,
      clients: clients.size,
      sites: sites.size,
      brands: brands.size,
      prompts: prompts.size,
      scans: scans.size,
      recommendations: recommendations.size,
      notes: notes.size,
      removed: countRemovals(removals),
      measuredAgain,
      unmeasurableDays: [
        ...new Set(
          plan.unmeasurableScans.filter(({ id }) => !gathered.answeredScans.has(id)).map(scanDayOf),
        ),
      ].sort(),
      sitesToMeasure: [
        ...new Set(
          plan.catalogue.scans.filter(({ rules }) => isPending(rules)).map(({ siteId }) => siteId),
        ),
      ],
      nearMisses: maker.listNearMisses(),
      repeatCount: gathered.repeatCount,
      repeats: gathered.repeats,
      repeatedAnswers,
      emptiedAddressLines,
    };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

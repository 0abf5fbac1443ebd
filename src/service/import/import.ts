import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMeasure } from '../measure/measure.ts';
import type { AnswerRecord, ImportWriter, Store } from '../store/store.ts';
import { Faults } from './faults.ts';
import { type Gathered, nothingGathered } from './gathered.ts';
import { type Plan, planImport } from './plan.ts';
import { type ImportRecord, type RecordOf, readRecord } from './records.ts';
import type { Source } from './source.ts';
import { touchedAccounts } from './touched-accounts.ts';

export interface ImportOptions {
  /** Account of clients and sites that name none; by default the only one there is, or an agency's that is made. */
  account?: string;
  /** Marks the import's accounts as sample data. */
  sample?: boolean;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  /** Checking reads everything once; measuring reads it again and stores it, unseen. */
  phase: 'checking' | 'measuring';
  lines: number;
  answers: number;
  /** Bytes of the source read in this phase, and in all; 0 where unknown. */
  bytes: number;
  size: number;
}

export interface ImportSummary {
  /** Ids of the accounts whose data it changed. */
  accounts: readonly string[];
  lines: number;
  answers: number;
  clients: number;
  sites: number;
  brands: number;
  prompts: number;
  scans: number;
}

/** What an import needs of a store. */
export type ImportTarget = Pick<Store, 'lookups' | 'beginImport'>;

/** Answers handed to the store at once: few enough to copy to another thread without holding it up. */
const answersABatch = 1_000;
/** Lines between two looks at everything else that waits; measured text takes up to a millisecond a line. */
const linesATurn = 50;
const linesAProgress = 1_000;

type Answer = RecordOf<'answer'>;

/** What a line was, for the count. */
type Kind = 'answer' | 'other';

/**
 * Reads the source from its first line to its last.
 * @param visit given each line that is not blank, with its number from 1.
 * @param pause called every few lines; false ends the reading.
 */
async function read(
  source: Source,
  phase: ImportProgress['phase'],
  onProgress: (progress: ImportProgress) => void,
  visit: (text: string, line: number) => Kind,
  pause: () => Promise<boolean> | boolean,
): Promise<number> {
  const progress = { phase, lines: 0, answers: 0, bytes: 0, size: source.size ?? 0 };
  const onRead = (bytes: number) => {
    progress.bytes += bytes;
  };
  reading: for await (const block of source.blocks(onRead)) {
    for (const text of block) {
      progress.lines += 1;
      if (text.trim() !== '' && visit(text, progress.lines) === 'answer') progress.answers += 1;
      if (progress.lines % linesATurn !== 0) continue;
      if (!(await pause())) break reading;
      await nextTurn();
      if (progress.lines % linesAProgress === 0) onProgress({ ...progress });
    }
  }
  onProgress({ ...progress });
  return progress.lines;
}

function gather(record: ImportRecord, line: number, into: Gathered): void {
  switch (record.type) {
    case 'account':
      into.accounts.set(record.id, { record, line });
      break;
    case 'client':
      into.clients.set(record.id, { record, line });
      break;
    case 'site':
      into.sites.set(record.id, { record, line });
      break;
    case 'brand':
      into.brands.set(record.id, { record, line });
      break;
    case 'prompt':
      into.prompts.set(record.id, { record, line });
      break;
    case 'scan':
      into.scans.set(record.id, { record, line });
      break;
    case 'recommendation':
      into.recommendations.set(record.id, { record, line });
      break;
    case 'answer':
      into.answeredScans.add(record.scanId);
      into.askedPrompts.add(record.promptId);
      break;
  }
}

/** Turns answers into measurements by the plan, or says which field refers to nothing. */
function createMeasurer(plan: Plan) {
  const measures = new Map<string, ReturnType<typeof createMeasure>>();
  const measureOf = (siteId: string) => {
    const known = measures.get(siteId) ?? createMeasure(plan.brandsOfSite.get(siteId) ?? []);
    measures.set(siteId, known);
    return known;
  };
  const brandIds = new Map(
    [...plan.brandsOfSite].map(([siteId, brands]) => [siteId, new Set(brands.map(({ id }) => id))]),
  );

  function givenMentions(mentions: NonNullable<Answer['mentions']>, siteId: string) {
    const stray = mentions.findIndex(({ brandId }) => !brandIds.get(siteId)?.has(brandId));
    if (stray !== -1) {
      return { field: `mentions[${stray}].brandId`, reason: 'is not a brand of the site' };
    }
    const each = new Map(mentions.map(({ brandId, sentiment }) => [brandId, sentiment]));
    const ascending = [...each].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      brandIds: ascending.map(([id]) => id),
      sentiments: ascending.map(([, sentiment]) => sentiment),
    };
  }

  return (answer: Answer): AnswerRecord | { field: string; reason: string } => {
    const siteId = plan.siteOfScan.get(answer.scanId);
    if (siteId === undefined) return { field: 'scanId', reason: 'is not known' };
    const promptSite = plan.siteOfPrompt.get(answer.promptId);
    if (promptSite === undefined) return { field: 'promptId', reason: 'is not known' };
    if (promptSite !== siteId) {
      return { field: 'promptId', reason: "is a prompt of another site than the scan's" };
    }
    const measured =
      answer.mentions === null
        ? measureOf(siteId)(answer.text ?? '')
        : givenMentions(answer.mentions, siteId);
    if ('reason' in measured) return measured;
    const { scanId, promptId, platform, region, run } = answer;
    return { siteId, scanId, promptId, platform, region, run, ...measured };
  };
}

async function storeAnswers(
  source: Source,
  plan: Plan,
  writer: ImportWriter,
  faults: Faults,
  onProgress: (progress: ImportProgress) => void,
): Promise<number> {
  const measure = createMeasurer(plan);
  let stored = 0;
  let batch: AnswerRecord[] = [];
  const flush = async () => {
    if (batch.length > 0 && !faults.any) await writer.answers(batch);
    stored += batch.length;
    batch = [];
  };
  const visit = (text: string, line: number): Kind => {
    const result = readRecord(text);
    // The first reading refused lines with faults, so this is a source that changed in between.
    if ('reason' in result) faults.add(line, result);
    if ('reason' in result || result.record.type !== 'answer') return 'other';
    const measured = measure(result.record);
    if ('reason' in measured) faults.add(line, measured);
    else batch.push(measured);
    return 'answer';
  };
  await read(source, 'measuring', onProgress, visit, async () => {
    if (batch.length >= answersABatch) await flush();
    return !faults.enough;
  });
  await flush();
  return stored;
}

/**
 * Imports measurements, whole or not at all: everything is checked first, then measured and stored
 * unseen, then made visible at once. Memory does not grow with the number of answers.
 * @throws ImportRefused with source, line, field and reason of up to 20 faults.
 * @throws UnreadableSource when the source cannot be read to its end.
 */
export async function importMeasurements(
  store: ImportTarget,
  source: Source,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const onProgress = options.onProgress ?? (() => {});
  const faults = new Faults(source.name);
  const gathered = nothingGathered();
  const visit = (text: string, line: number): Kind => {
    const result = readRecord(text);
    if ('reason' in result) {
      faults.add(line, result);
      return 'other';
    }
    gather(result.record, line, gathered);
    return result.record.type === 'answer' ? 'answer' : 'other';
  };
  const lines = await read(source, 'checking', onProgress, visit, () => !faults.enough);
  faults.settle();

  const writer = await store.beginImport();
  try {
    const planOptions = { account: options.account ?? null, sample: options.sample ?? false };
    const plan = await planImport(gathered, store.lookups, planOptions, faults);
    faults.settle();
    await writer.catalogue(plan.catalogue);
    const answers = await storeAnswers(source, plan, writer, faults, onProgress);
    faults.settle();
    const accounts = await touchedAccounts(plan.catalogue, store.lookups);
    await writer.commit();
    const { clients, sites, brands, prompts, scans } = gathered;
    return {
      accounts,
      lines,
      answers,
      clients: clients.size,
      sites: sites.size,
      brands: brands.size,
      prompts: prompts.size,
      scans: scans.size,
    };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

import { ImportRefused } from '../import/faults.ts';
import { importMeasurements } from '../import/import.ts';
import type { ImportInput } from '../import/input.ts';
import { waitForWriter } from '../import/wait-for-writer.ts';
import { cutEvidence } from '../records/answer.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { type LedgerAnswer, type LedgerScan, questionOf } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import type { ImportTarget, Store } from '../store/store.ts';

/** The record of an answer; null if its prompt was deleted since. */
function toAnswerRecord(
  { id, plan }: LedgerScan,
  promptIds: ReadonlySet<string>,
  { question, answer }: { question: number; answer: LedgerAnswer },
): object | null {
  const { cell, prompt, run } = questionOf(plan, question);
  const [plannedCell, plannedPrompt] = [plan.cells[cell], plan.prompts[prompt]];
  if (!(plannedCell && plannedPrompt && promptIds.has(plannedPrompt.id))) return null;
  return {
    type: 'answer',
    scanId: id,
    promptId: plannedPrompt.id,
    platform: plannedCell.platform,
    region: plannedCell.region,
    run,
    ...cutEvidence(answer),
  };
}

/** Thrown if a scan was removed meanwhile: importing it would bring it back. */
export class ScanRemoved extends Error {
  override name = 'ScanRemoved';
}

interface ScanToImport {
  scan: LedgerScan;
  /** The indexes of the plan's cells whose answers are imported. */
  counted: ReadonlySet<number>;
  /** Whether the scan has figures; otherwise it is imported as one that failed, with its answers. */
  isMeasured: boolean;
  /** When asking ended. */
  at: Instant;
}

/** The scan's record. A scan that was imported before keeps the time at which it was completed, and so its day. */
async function toScanRecord(
  { scan, isMeasured, at }: ScanToImport,
  { lookups }: ImportTarget,
): Promise<object> {
  const [stored] = await lookups.scans([scan.id]);
  return {
    type: 'scan',
    id: scan.id,
    siteId: scan.siteId,
    status: isMeasured ? 'completed' : 'failed',
    createdAt: toTimestamp(scan.createdAt),
    startedAt: toTimestamp(scan.startedAt),
    completedAt: isMeasured ? toTimestamp(stored?.completedAt ?? at) : null,
    updatedAt: toTimestamp(at),
  };
}

interface ScanImportOptions {
  /** Whether the texts of answers are stored. */
  keepsTexts: boolean;
  /** Stops the import unless it is being committed. */
  signal: AbortSignal;
}

/** @throws ScanRemoved */
async function refuseIfRemoved(
  { ledger, lookups }: Pick<Store, 'ledger' | 'lookups'>,
  { id, siteId }: LedgerScan,
): Promise<void> {
  const [site] = await lookups.sites([siteId]);
  const tenant = site && { accountId: site.accountId, clientId: null };
  const stored = tenant && (await ledger.scan(tenant, siteId, id));
  if (!stored) throw new ScanRemoved('The scan was removed.');
}

async function importOnce(
  store: Pick<Store, 'ledger' | 'lookups' | 'beginImport'>,
  toImport: ScanToImport,
  { keepsTexts, signal }: ScanImportOptions,
): Promise<void> {
  const { scan, counted } = toImport;
  const prompts = await store.lookups.promptsOfSites([scan.siteId]);
  const promptIds = new Set(prompts.map(({ id }) => id));
  const scanRecord = await toScanRecord(toImport, store);
  const input: ImportInput = {
    name: 'the scan',
    async *blocks() {
      // Read a second time when no other import can remove anything any more.
      await refuseIfRemoved(store, scan);
      yield [scanRecord];
      if (counted.size === 0) return;
      for await (const batch of store.ledger.answersOf(scan.siteId, scan.id)) {
        signal.throwIfAborted();
        yield batch
          .filter(({ question }) => counted.has(questionOf(scan.plan, question).cell))
          .flatMap((entry) => toAnswerRecord(scan, promptIds, entry) ?? []);
      }
    },
  };
  const { lookups } = store;
  const target: ImportTarget = {
    lookups,
    beginImport: (settings) => waitForWriter(store.beginImport(settings), signal),
  };
  await importMeasurements(target, input, { keepsTexts });
}

/**
 * Imports a scan that has ended, with the answers that count. Importing it again changes nothing.
 * @throws the store's errors, the signal's reason, ScanRemoved, or ImportRefused.
 */
export async function importScan(
  store: Pick<Store, 'ledger' | 'lookups' | 'beginImport'>,
  toImport: ScanToImport,
  options: ScanImportOptions,
): Promise<void> {
  try {
    await importOnce(store, toImport, options);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    // A prompt may have been deleted meanwhile.
    await importOnce(store, toImport, options);
  }
}

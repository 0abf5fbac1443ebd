import * as v from 'valibot';
import { utcDay } from '../../../../contract/dates/days.ts';
import type { LedgerAnswer, QuestionEnd } from '../../ledger.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { siteParamsOf, type TenantReads } from '../reads/tenant.ts';
import { existingSite, existingSites, keptScansIn, ownSite } from './conditions.ts';
import { StoredLedgerAnswer } from './stored-json.ts';

/** The length of responses per INSERT statement, in UTF-16 code units. */
const unitsPerInsert = 8_000_000;
/** A batch ends with the answer that brings it to this many, or to this many bytes. */
const answersPerBatch = 250;
const bytesPerBatch = 4_000_000;

const ScanRow = v.object({ scan: v.string() });

/** Writes down what came back, except for scans that have been removed meanwhile. */
export async function insertResponses(
  engine: Engine,
  version: number,
  ends: readonly QuestionEnd[],
): Promise<void> {
  const returned = ends.filter(
    ({ answer, raw, message }) => answer !== null || raw !== null || message,
  );
  if (returned.length === 0) return;
  const kept = await engine.rows(
    ScanRow,
    `SELECT DISTINCT scan FROM scanSteps WHERE scan IN {scans:Array(UUID)} AND ${keptScansIn(`${existingSites} AND siteId IN {sites:Array(UUID)}`)}`,
    {
      version,
      sites: [...new Set(returned.map(({ siteId }) => siteId))],
      scans: [...new Set(returned.map(({ scanId }) => scanId))],
    },
  );
  const keptScans = new Set(kept.map(({ scan }) => scan));
  let rows: object[] = [];
  let units = 0;
  const flush = async () => {
    await engine.insert('responses', rows);
    rows = [];
    units = 0;
  };
  for (const end of returned) {
    const { accountId, siteId, scanId, question, attempt, at, answer, raw, message } = end;
    if (!keptScans.has(scanId)) continue;
    const stored = {
      answer: answer === null ? '' : JSON.stringify(answer),
      // It may have been cut within a character.
      raw: raw?.toWellFormed() ?? '',
      message: message ?? '',
    };
    rows.push({ day: utcDay(at), accountId, siteId, scan: scanId, question, attempt, ...stored });
    units += stored.answer.length + stored.raw.length;
    if (units > unitsPerInsert) await flush();
  }
  if (rows.length > 0) await flush();
}

/** The responses of the scan `{scan:UUID}` that count: those to the newest attempt of questions that it answered. */
const countedAnswers = `responses WHERE ${keptScansIn(existingSite)} AND scan = {scan:UUID} AND answer != ''
  AND (question, attempt) IN (
    SELECT question, max(attempt) AS newest FROM questions WHERE ${existingSite} AND scan = {scan:UUID}
    GROUP BY question HAVING maxIf(attempt, event = 'answered') = newest)`;

const SizeRow = v.object({ question: v.number(), bytes: v.number() });
const AnswerRow = v.object({ question: v.number(), answer: StoredLedgerAnswer });

/** Implements `Ledger.answersOf`. */
export async function* readAnswersOf(
  engine: Engine,
  { siteId, scanId, version }: { siteId: string; scanId: string; version: number },
): AsyncGenerator<readonly { question: number; answer: LedgerAnswer }[]> {
  const params = { site: siteId, scan: scanId, version };
  const sizes = await engine.rows(
    SizeRow,
    `SELECT question, any(length(answer)) AS bytes FROM ${countedAnswers} GROUP BY question ORDER BY question`,
    params,
  );
  for (let start = 0; start < sizes.length; ) {
    let end = start;
    for (let bytes = 0; end < sizes.length && end - start < answersPerBatch; end += 1) {
      if (bytes >= bytesPerBatch) break;
      bytes += sizes[end]?.bytes ?? 0;
    }
    const range = { first: sizes[start]?.question, last: sizes[end - 1]?.question };
    yield await engine.rows(
      AnswerRow,
      `SELECT question, answer FROM ${countedAnswers} AND question BETWEEN {first:UInt32} AND {last:UInt32}
       ORDER BY question LIMIT 1 BY question`,
      { ...params, ...range },
    );
    start = end;
  }
}

const RawRow = v.object({ raw: v.string() });

/** Implements `Ledger.rawResponse`. */
export async function readRawResponse(
  reads: TenantReads,
  siteId: string,
  scanId: string,
  question: number,
): Promise<string | null> {
  const [row] = await reads.engine.rows(
    RawRow,
    `SELECT raw FROM responses WHERE ${keptScansIn(ownSite)} AND scan = {scan:UUID}
       AND question = {question:UInt32} AND raw != '' ORDER BY attempt DESC LIMIT 1`,
    { ...siteParamsOf(reads, siteId), scan: scanId, question },
  );
  return row?.raw ?? null;
}

const DayRow = v.object({ name: v.string() });

/**
 * Drops the responses of whole days before a day, except for days with a response of a scan that is still needed.
 * @param day YYYY-MM-DD
 * @param neededScans the IDs of these scans
 */
export async function dropResponses(
  engine: Engine,
  layout: Layout,
  { day, neededScans }: { day: string; neededScans: readonly string[] },
): Promise<void> {
  const days = await engine.rows(
    DayRow,
    `SELECT toString(day) AS name FROM responses WHERE day < {day:Date} GROUP BY day
     HAVING countIf(scan IN {scans:Array(UUID)}) = 0`,
    { day, scans: neededScans },
  );
  for (const { name } of days)
    await engine.runLong(
      `ALTER TABLE ${layout.mutationTarget('responses')} DROP PARTITION '${name}'`,
    );
}

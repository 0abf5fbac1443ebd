import type { ScanStatus } from '../../contract/enums.ts';
import { createAnswerGenerator, type PlannedAnswer } from './answers.ts';
import { createRandom } from './chance.ts';
import { createEvidenceWriter, type Evidence, type EvidenceWriter } from './evidence.ts';
import { sampleId, siteRecordNumber } from './ids.ts';
import type { AccountPlan, ClientPlan, ScanCase, SitePlan } from './plan.ts';
import { sampleAccounts } from './portfolio.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const toIso = (instant: number) => new Date(instant).toISOString();

function toAccountRecord({ number, name, kind }: AccountPlan) {
  return { type: 'account' as const, id: sampleId('account', number), name, kind };
}

/** A client with a lower number is newer, so that lists start with it. */
function toClientRecord(client: ClientPlan, accountId: string, midnight: number) {
  const { number, name, websiteUrl, industry, description, branding } = client;
  return {
    type: 'client' as const,
    id: sampleId('client', number),
    accountId,
    name,
    websiteUrl,
    industry,
    description,
    ...branding,
    createdAt: toIso(midnight - (370 + 5 * number) * day + 9 * 60 * minute),
    updatedAt: toIso(midnight - (1 + (number % 20)) * day + 10 * 60 * minute),
  };
}

type Owner = { clientId: string } | { accountId: string };

/** A site with a lower number is newer than others of the same client, so that lists start with it. */
function toSiteRecord(
  { number, name, url, isActive, collection }: SitePlan,
  owner: Owner,
  midnight: number,
) {
  return {
    type: 'site' as const,
    id: sampleId('site', number),
    ...owner,
    name,
    url,
    active: isActive,
    ...(collection && { collection }),
    createdAt: toIso(midnight - 366 * day - (number % 1000) * 60 * minute),
    updatedAt: toIso(midnight - day + 11 * 60 * minute),
  };
}

function* generateSiteParts(site: SitePlan, midnight: number) {
  const siteId = sampleId('site', site.number);
  for (const [index, { name, aliases, role, domains }] of site.brands.entries()) {
    const id = sampleId('brand', siteRecordNumber(site.number, index));
    yield { type: 'brand' as const, id, siteId, name, aliases, role, domains };
  }
  for (const [index, { subject, ...prompt }] of site.prompts.entries()) {
    const id = sampleId('prompt', siteRecordNumber(site.number, index));
    yield { type: 'prompt' as const, id, siteId, ...prompt };
  }
  let noteCount = 0;
  for (const [index, { age, notes = [], ...recommendation }] of site.recommendations.entries()) {
    const recommendationId = sampleId('recommendation', siteRecordNumber(site.number, index));
    const atTen = (days: number) => toIso(midnight - days * day + 10 * 60 * minute);
    const createdAt = atTen(age);
    yield {
      type: 'recommendation' as const,
      ...{ id: recommendationId, siteId, ...recommendation, createdAt },
    };
    for (const note of notes) {
      const id = sampleId('note', siteRecordNumber(site.number, noteCount));
      const { body, author, audience } = note;
      const createdAt = atTen(note.age);
      const ids = { id, siteId, recommendationId };
      yield { type: 'note' as const, ...ids, body, author, audience, createdAt };
      noteCount += 1;
    }
  }
}

interface ScanTimes {
  status: ScanStatus;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}

function toScanRecord(site: SitePlan, index: number, times: ScanTimes) {
  const { status, createdAt, startedAt, completedAt } = times;
  return {
    type: 'scan' as const,
    id: sampleId('scan', siteRecordNumber(site.number, index)),
    siteId: sampleId('site', site.number),
    status,
    createdAt: toIso(createdAt),
    startedAt: startedAt === null ? null : toIso(startedAt),
    completedAt: completedAt === null ? null : toIso(completedAt),
    updatedAt: toIso(completedAt ?? startedAt ?? createdAt),
  };
}
type ScanRecord = ReturnType<typeof toScanRecord>;

function toAnswerRecord(
  site: SitePlan,
  scan: ScanRecord,
  answer: PlannedAnswer,
  evidence: Evidence,
) {
  return {
    type: 'answer' as const,
    scanId: scan.id,
    promptId: sampleId('prompt', siteRecordNumber(site.number, answer.promptIndex)),
    platform: answer.platform,
    region: answer.region,
    run: answer.run,
    mentions: answer.mentions.map(({ brandIndex, sentiment }) => {
      const brandId = sampleId('brand', siteRecordNumber(site.number, brandIndex));
      return sentiment === null ? { brandId } : { brandId, sentiment };
    }),
    ...evidence,
  };
}

/** Selects the planned answers that a scan of this case has stored. */
function selectStoredAnswers(
  answers: PlannedAnswer[],
  scanCase: ScanCase | undefined,
): PlannedAnswer[] {
  if (scanCase === 'failed' || scanCase === 'noAnswers') return [];
  return scanCase === 'failedHalfway' ? answers.slice(0, answers.length / 2) : answers;
}

/**
 * Generates a site's scans, each followed by its answers. Nearly all scans end late in the UTC day, so that the local
 * day east of Greenwich is the next one. The last completed scan is on the day before seeding, so that no sample time
 * is ever in the future.
 */
function* generateScans(site: SitePlan, midnight: number, write: EvidenceWriter) {
  const { dayCount, intervalDays, cases, unknownEndCount, hasPendingScans } = site.schedule;
  const chance = createRandom(-site.number);
  const answersOf = createAnswerGenerator(site);
  let scanCount = 0;
  const createScan = (times: ScanTimes) => toScanRecord(site, scanCount++, times);
  const createAnswer = (scan: ScanRecord, answer: PlannedAnswer, index: number) => {
    const progress = dayCount > 1 ? Math.min(1, index / (dayCount - 1)) : 1;
    const age = Math.max(0, (dayCount - 1 - index) * intervalDays);
    const evidence = write(site, answer, { scanNumber: scanCount, progress, age });
    return toAnswerRecord(site, scan, answer, evidence);
  };

  for (let index = 0; index < dayCount; index++) {
    const scanCase = cases.get(index);
    const startOfDay = midnight - (1 + (dayCount - 1 - index) * intervalDays) * day;
    const startMinutes = scanCase === 'twice' ? [11 * 60, 23 * 60] : [23 * 60];
    for (const minutes of startMinutes) {
      const createdAt = startOfDay + minutes * minute;
      const startedAt = createdAt + (0.5 + chance()) * minute;
      const completedScan = createScan({
        status: scanCase === 'failed' || scanCase === 'failedHalfway' ? 'failed' : 'completed',
        createdAt,
        // The first scan without a known end has a creation time only.
        startedAt: index === 0 && unknownEndCount > 0 ? null : startedAt,
        completedAt: index < unknownEndCount ? null : startedAt + (25 + 30 * chance()) * minute,
      });
      yield completedScan;
      for (const answer of selectStoredAnswers(answersOf(index), scanCase)) {
        yield createAnswer(completedScan, answer, index);
      }
    }
  }
  if (!hasPendingScans) return;
  const createdAt = midnight;
  const runningScan = createScan({
    status: 'running',
    createdAt,
    startedAt: midnight,
    completedAt: null,
  });
  yield runningScan;
  for (const answer of answersOf(dayCount).slice(0, 20))
    yield createAnswer(runningScan, answer, dayCount);
  yield createScan({ status: 'queued', createdAt, startedAt: null, completedAt: null });
}

function* generateSiteRecords(
  site: SitePlan,
  owner: Owner,
  midnight: number,
  write: EvidenceWriter,
) {
  yield toSiteRecord(site, owner, midnight);
  yield* generateSiteParts(site, midnight);
  yield* generateScans(site, midnight, write);
}

/**
 * Generates the sample data in the import format, with every case that the interface shows. The same day gives the same
 * records; another day only shifts their dates.
 * @param today the UTC day of seeding, YYYY-MM-DD; every date is relative to it.
 */
export function* generateSampleRecords(today: string) {
  const midnight = Date.parse(`${today}T00:00:00.000Z`);
  const write = createEvidenceWriter();
  for (const account of sampleAccounts) {
    const owner = toAccountRecord(account);
    yield owner;
    for (const client of account.clients) {
      const record = toClientRecord(client, owner.id, midnight);
      yield record;
      for (const site of client.sites)
        yield* generateSiteRecords(site, { clientId: record.id }, midnight, write);
    }
    for (const site of account.sites) {
      yield* generateSiteRecords(site, { accountId: owner.id }, midnight, write);
    }
  }
}

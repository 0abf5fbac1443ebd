import type { ScanStatus } from '../../contract/enums.ts';
import { createAnswerGenerator, type PlannedAnswer } from './answers.ts';
import { createRandom } from './chance.ts';
import { createEvidenceWriter, type Evidence, type EvidenceWriter } from './evidence.ts';
import { partNumber, sampleId } from './ids.ts';
import type { AccountPlan, ClientPlan, ScanCase, SitePlan } from './plan.ts';
import { sampleAccounts } from './portfolio.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const toIso = (instant: number) => new Date(instant).toISOString();

function accountRecord({ number, name, kind }: AccountPlan) {
  return { type: 'account' as const, id: sampleId('account', number), name, kind };
}

/** Clients with lower numbers are newer, as are the first sites of a client, so that lists start with them. */
function clientRecord(client: ClientPlan, accountId: string, midnight: number) {
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

function siteRecord({ number, name, url, isActive }: SitePlan, owner: Owner, midnight: number) {
  return {
    type: 'site' as const,
    id: sampleId('site', number),
    ...owner,
    name,
    url,
    active: isActive,
    createdAt: toIso(midnight - 366 * day - (number % 1000) * 60 * minute),
    updatedAt: toIso(midnight - day + 11 * 60 * minute),
  };
}

function* siteParts(site: SitePlan, midnight: number) {
  const siteId = sampleId('site', site.number);
  for (const [place, { name, aliases, role, domains }] of site.brands.entries()) {
    const id = sampleId('brand', partNumber(site.number, place));
    yield { type: 'brand' as const, id, siteId, name, aliases, role, domains };
  }
  for (const [place, { subject, ...prompt }] of site.prompts.entries()) {
    const id = sampleId('prompt', partNumber(site.number, place));
    yield { type: 'prompt' as const, id, siteId, ...prompt };
  }
  for (const [place, { age, ...recommendation }] of site.recommendations.entries()) {
    const id = sampleId('recommendation', partNumber(site.number, place));
    const createdAt = toIso(midnight - age * day + 10 * 60 * minute);
    yield { type: 'recommendation' as const, id, siteId, ...recommendation, createdAt };
  }
}

interface ScanTimes {
  status: ScanStatus;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}

function scanRecord(site: SitePlan, place: number, times: ScanTimes) {
  const { status, createdAt, startedAt, completedAt } = times;
  return {
    type: 'scan' as const,
    id: sampleId('scan', partNumber(site.number, place)),
    siteId: sampleId('site', site.number),
    status,
    createdAt: toIso(createdAt),
    startedAt: startedAt === null ? null : toIso(startedAt),
    completedAt: completedAt === null ? null : toIso(completedAt),
    updatedAt: toIso(completedAt ?? startedAt ?? createdAt),
  };
}
type ScanRecord = ReturnType<typeof scanRecord>;

function answerRecord(site: SitePlan, scan: ScanRecord, answer: PlannedAnswer, evidence: Evidence) {
  return {
    type: 'answer' as const,
    scanId: scan.id,
    promptId: sampleId('prompt', partNumber(site.number, answer.promptIndex)),
    platform: answer.platform,
    region: answer.region,
    run: answer.run,
    mentions: answer.mentions.map(({ brandIndex, sentiment }) => {
      const brandId = sampleId('brand', partNumber(site.number, brandIndex));
      return sentiment === null ? { brandId } : { brandId, sentiment };
    }),
    ...evidence,
  };
}

/** The answers of a planned scan that were stored. */
function storedAnswers(answers: PlannedAnswer[], scanCase: ScanCase | undefined): PlannedAnswer[] {
  if (scanCase === 'failed' || scanCase === 'noEvidence') return [];
  return scanCase === 'failedHalfway' ? answers.slice(0, answers.length / 2) : answers;
}

/**
 * Nearly all scans end late in the UTC day, so that the local day east of Greenwich is the next one. The last finished
 * scan is on the day before seeding, so that no sample time is ever in the future.
 */
function* scansOf(site: SitePlan, midnight: number, write: EvidenceWriter) {
  const { count, everyDays, cases, unknownEndCount, hasPendingScans } = site.schedule;
  const chance = createRandom(-site.number);
  const answersOf = createAnswerGenerator(site);
  let scanCount = 0;
  const createScan = (times: ScanTimes) => scanRecord(site, scanCount++, times);
  const createAnswer = (scan: ScanRecord, answer: PlannedAnswer, index: number) => {
    const progress = count > 1 ? Math.min(1, index / (count - 1)) : 1;
    const evidence = write(site, answer, { scanNumber: scanCount, progress });
    return answerRecord(site, scan, answer, evidence);
  };

  for (let index = 0; index < count; index++) {
    const scanCase = cases.get(index);
    const startOfDay = midnight - (1 + (count - 1 - index) * everyDays) * day;
    const startMinutes = scanCase === 'twice' ? [11 * 60, 23 * 60] : [23 * 60];
    for (const minutes of startMinutes) {
      const createdAt = startOfDay + minutes * minute;
      const startedAt = createdAt + (0.5 + chance()) * minute;
      const finished = createScan({
        status: scanCase === 'failed' || scanCase === 'failedHalfway' ? 'failed' : 'completed',
        createdAt,
        // The first scan without a known end has a creation time only.
        startedAt: index === 0 && unknownEndCount > 0 ? null : startedAt,
        completedAt: index < unknownEndCount ? null : startedAt + (25 + 30 * chance()) * minute,
      });
      yield finished;
      for (const answer of storedAnswers(answersOf(index), scanCase)) {
        yield createAnswer(finished, answer, index);
      }
    }
  }
  if (!hasPendingScans) return;
  const createdAt = midnight;
  const running = createScan({
    status: 'running',
    createdAt,
    startedAt: midnight,
    completedAt: null,
  });
  yield running;
  for (const answer of answersOf(count).slice(0, 20)) yield createAnswer(running, answer, count);
  yield createScan({ status: 'queued', createdAt, startedAt: null, completedAt: null });
}

function* siteRecords(site: SitePlan, owner: Owner, midnight: number, write: EvidenceWriter) {
  yield siteRecord(site, owner, midnight);
  yield* siteParts(site, midnight);
  yield* scansOf(site, midnight, write);
}

/**
 * Sample measurements in the import format, with every case that the interface shows. The same day gives the same
 * records; another day only shifts their dates.
 * @param today the UTC day of seeding, YYYY-MM-DD; every date is relative to it.
 */
export function* sampleRecords(today: string) {
  const midnight = Date.parse(`${today}T00:00:00.000Z`);
  const write = createEvidenceWriter();
  for (const account of sampleAccounts) {
    const owner = accountRecord(account);
    yield owner;
    for (const client of account.clients) {
      const record = clientRecord(client, owner.id, midnight);
      yield record;
      for (const site of client.sites)
        yield* siteRecords(site, { clientId: record.id }, midnight, write);
    }
    for (const site of account.sites) {
      yield* siteRecords(site, { accountId: owner.id }, midnight, write);
    }
  }
}

import { describe, expect, test } from 'vitest';
import { platformIds, scanStatuses } from '../../contract/enums.ts';
import { isUuid } from '../../contract/fields.ts';
import { readRecord } from '../import/records.ts';
import { sampleId } from './ids.ts';
import { sampleKeys, sampleRecommendation } from './keys.ts';
import { generateSampleRecords } from './records.ts';

const today = '2026-03-08';
const records = [...generateSampleRecords(today)];
type SampleRecord = (typeof records)[number];
type RecordOf<T extends SampleRecord['type']> = Extract<SampleRecord, { type: T }>;

function recordsOf<T extends SampleRecord['type']>(type: T): RecordOf<T>[] {
  return records.filter((record): record is RecordOf<T> => record.type === type);
}

const accounts = recordsOf('account');
const clients = recordsOf('client');
const sites = recordsOf('site');
const brands = recordsOf('brand');
const prompts = recordsOf('prompt');
const scans = recordsOf('scan');
const answers = recordsOf('answer');
const recommendations = recordsOf('recommendation');

const scansBySite = Map.groupBy(scans, (scan) => scan.siteId);
const brandsBySite = Map.groupBy(brands, (brand) => brand.siteId);
const answersByScan = Map.groupBy(answers, (answer) => answer.scanId);

const showcaseId = sampleId('site', 1001);
const showcaseScans = scansBySite.get(showcaseId) ?? [];
const showcaseBrands = brandsBySite.get(showcaseId) ?? [];
const brandIdOf = (name: string) => showcaseBrands.find((brand) => brand.name === name)?.id;

/** The percentage of a showcase scan's answers that mention a brand; null if the scan has no answers. */
function visibilityOf(scan: RecordOf<'scan'>, name: string): number | null {
  const scanAnswers = answersByScan.get(scan.id) ?? [];
  if (scanAnswers.length === 0) return null;
  const brandId = brandIdOf(name);
  const mentioningAnswers = scanAnswers.filter(({ mentions }) =>
    mentions.some((mention) => mention.brandId === brandId),
  );
  return (100 * mentioningAnswers.length) / scanAnswers.length;
}

test('the import accepts every record', () => {
  const faults = records.flatMap((record) => {
    const result = readRecord(JSON.stringify(record));
    return 'reason' in result ? [{ record, result }] : [];
  });
  expect(faults).toEqual([]);
});

test('the same day gives the same records', () => {
  expect(JSON.stringify([...generateSampleRecords(today)])).toBe(JSON.stringify(records));
});

test('another day gives the same records with other dates', () => {
  const replaceDates = (record: object) =>
    JSON.stringify(record, (key, value) =>
      key.endsWith('At') && value !== null ? 'a date' : value,
    );
  expect([...generateSampleRecords('2028-02-29')].map(replaceDates)).toEqual(
    records.map(replaceDates),
  );
});

test('IDs are unique lowercase UUIDs in the form of version 4, and no answer occurs twice', () => {
  const ids = records.flatMap((record) => (record.type === 'answer' ? [] : [record.id]));
  expect(ids.filter((id) => !isUuid(id) || !/^.{14}4.{4}8[^A-Z]*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const identities = answers.map((answer) =>
    [answer.scanId, answer.promptId, answer.platform, answer.region, answer.run].join(' '),
  );
  expect(new Set(identities).size).toBe(identities.length);
});

test('there are 30,000 to 40,000 answers', () => {
  expect(answers.length).toBeGreaterThan(30_000);
  expect(answers.length).toBeLessThanOrEqual(40_000);
});

test('no time is later than midnight UTC at the start of the given day', () => {
  const dates = records
    .flatMap((record) => Object.entries(record))
    .flatMap(([key, value]) => (key.endsWith('At') && typeof value === 'string' ? [value] : []));
  expect(dates.toSorted().at(-1)).toBe(`${today}T00:00:00.000Z`);
});

test('no record was updated before it was created', () => {
  for (const record of [...clients, ...sites, ...scans]) {
    expect(record.updatedAt >= record.createdAt).toBe(true);
  }
});

describe('tenants', () => {
  test('are two agencies with several clients and a business without any', () => {
    const clientsOf = (id: string) => clients.filter((client) => client.accountId === id).length;
    expect(accounts.map(({ id, kind }) => [kind, Math.min(2, clientsOf(id))])).toEqual([
      ['agency', 2],
      ['agency', 2],
      ['business', 0],
    ]);
  });

  test('have no brands, prompts, scans or recommendations without a site', () => {
    const siteIds = new Set(sites.map((site) => site.id));
    for (const { siteId } of [...brands, ...prompts, ...scans, ...recommendations]) {
      expect(siteIds.has(siteId)).toBe(true);
    }
  });

  test('have Northwind as their newest client, and northwind.example as its newest site', () => {
    const findNewest = <T extends { id: string; createdAt: string }>(list: T[]) =>
      list.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.id;
    expect(findNewest(clients)).toBe(sampleId('client', 1));
    const showcaseSites = sites.filter(
      (site) => 'clientId' in site && site.clientId === sampleId('client', 1),
    );
    expect(findNewest(showcaseSites)).toBe(showcaseId);
  });
});

describe('the sample data has', () => {
  test('all platforms', () => {
    expect(new Set(answers.map((answer) => answer.platform))).toEqual(new Set(platformIds));
  });

  test('regions of several countries, a bare country, and a country beside its areas', () => {
    const regions = [...new Set(answers.map((answer) => answer.region))];
    expect(new Set(regions.map((code) => code.slice(0, 2))).size).toBeGreaterThanOrEqual(3);
    expect(regions).toEqual(expect.arrayContaining(['AT', 'US', 'US:California', 'DE:Berlin']));
  });

  test('all scan statuses, and times that fit failed, running and queued scans', () => {
    expect(new Set(showcaseScans.map((scan) => scan.status))).toEqual(new Set(scanStatuses));
    for (const { status, startedAt, completedAt } of scans) {
      if (status === 'failed') expect(completedAt).not.toBeNull();
      if (status === 'running' || status === 'queued') expect(completedAt).toBeNull();
      if (status === 'running') expect(startedAt).not.toBeNull();
      if (status === 'queued') expect(startedAt).toBeNull();
    }
  });

  test('answers of failed and of running scans', () => {
    const unfinished = scans.filter(
      (scan) => scan.status === 'failed' || scan.status === 'running',
    );
    for (const status of ['failed', 'running']) {
      expect(unfinished.some((scan) => scan.status === status && answersByScan.has(scan.id))).toBe(
        true,
      );
    }
  });

  test('prompts with every kind of classification, and prompts without tags, products or personas', () => {
    const showcasePrompts = prompts.filter((prompt) => prompt.siteId === showcaseId);
    expect(new Set(showcasePrompts.map((prompt) => prompt.category)).size).toBeGreaterThan(1);
    for (const field of ['tags', 'products', 'personas'] as const) {
      expect(showcasePrompts.some((prompt) => (prompt[field] ?? []).length > 0)).toBe(true);
      expect(showcasePrompts.some((prompt) => (prompt[field] ?? []).length === 0)).toBe(true);
    }
    expect(
      new Set(showcasePrompts.flatMap((p) => (p.journeyStages ?? []).map((s) => s.value))).size,
    ).toBe(4);
  });

  test('prompts that name the tracked brand, and prompts that do not', () => {
    const showcasePrompts = prompts.filter((prompt) => prompt.siteId === showcaseId);
    const brandedPrompts = showcasePrompts.filter((prompt) => prompt.text.includes('Northwind'));
    expect(brandedPrompts.length).toBeGreaterThan(0);
    expect(brandedPrompts.length).toBeLessThan(showcasePrompts.length);
  });

  test('completed scans without a known end, and one with a creation time only', () => {
    const scansWithoutEnd = scans.filter((s) => s.status === 'completed' && s.completedAt === null);
    expect(scansWithoutEnd.length).toBeGreaterThan(1);
    expect(scansWithoutEnd.filter((scan) => scan.startedAt === null)).toHaveLength(1);
  });

  test('a completed scan without an answer, and a day with two scans', () => {
    const completed = showcaseScans.filter((scan) => scan.status === 'completed');
    expect(completed.filter((scan) => !answersByScan.has(scan.id))).toHaveLength(1);
    const days = completed.map((scan) => scan.createdAt.slice(0, 10));
    expect(days.length - new Set(days).size).toBe(1);
  });

  test('a platform that starts late, and one with a gap', () => {
    const presenceOf = (platform: string) =>
      showcaseScans
        .filter((scan) => scan.status === 'completed' && answersByScan.has(scan.id))
        .map((scan) => (answersByScan.get(scan.id) ?? []).some((a) => a.platform === platform));
    expect(presenceOf('google_ai_mode_app').indexOf(true)).toBeGreaterThan(50);
    const presence = presenceOf('perplexity_app');
    expect(presence.slice(presence.indexOf(false)).includes(true)).toBe(true);
    expect(presence[0]).toBe(true);
  });

  test('brands of every role, and one that is first mentioned late and never has a sentiment', () => {
    expect(new Set(showcaseBrands.map((brand) => brand.role)).size).toBe(3);
    const values = showcaseScans.map((scan) => visibilityOf(scan, 'Juniper Trail') ?? 0);
    expect(values.slice(0, 80).every((value) => value === 0)).toBe(true);
    expect(values.some((value) => value > 0)).toBe(true);
    const mentions = answers.flatMap((answer) => answer.mentions);
    const lateBrandMentions = mentions.filter(
      (mention) => mention.brandId === brandIdOf('Juniper Trail'),
    );
    expect(lateBrandMentions.some((mention) => 'sentiment' in mention)).toBe(false);
  });

  test('mentions without a sentiment beside mentions with one', () => {
    const trackedMentions = answers
      .flatMap((answer) => answer.mentions)
      .filter((mention) => mention.brandId === brandIdOf('Northwind Outfitters'));
    const unscoredCount = trackedMentions.filter((mention) => !('sentiment' in mention)).length;
    expect(unscoredCount).toBeGreaterThan(0);
    expect(unscoredCount).toBeLessThan(trackedMentions.length);
  });

  test('prompts that run twice in a scan', () => {
    expect(new Set(answers.map((answer) => answer.run))).toEqual(new Set([1, 2]));
  });

  test('sites with no brands, no tracked brand, no scans or no completed scan, and an inactive site', () => {
    const rolesOf = (id: string) => (brandsBySite.get(id) ?? []).map((brand) => brand.role);
    const statusesOf = (id: string) => (scansBySite.get(id) ?? []).map((scan) => scan.status);
    const countSites = (matches: (id: string) => boolean) =>
      sites.filter((site) => matches(site.id)).length;
    expect(
      countSites((id) => rolesOf(id).length === 0 && statusesOf(id).includes('completed')),
    ).toBe(1);
    expect(countSites((id) => rolesOf(id).length > 0 && !rolesOf(id).includes('tracked'))).toBe(1);
    expect(countSites((id) => statusesOf(id).length === 0)).toBe(1);
    expect(
      countSites((id) => statusesOf(id).length > 0 && !statusesOf(id).includes('completed')),
    ).toBe(1);
    expect(sites.filter((site) => !site.active)).toHaveLength(1);
  });
});

describe('the showcase', () => {
  test('has more than 170 completed scans', () => {
    const completed = showcaseScans.filter((scan) => scan.status === 'completed');
    expect(completed.length).toBeGreaterThan(170);
  });

  test('shows the tracked brand overtake a competitor', () => {
    const quarter = showcaseScans.length / 4;
    const ahead = showcaseScans.flatMap((scan) => {
      const trackedValue = visibilityOf(scan, 'Northwind Outfitters');
      const competitorValue = visibilityOf(scan, 'Alder & Pike');
      if (trackedValue === null || competitorValue === null) return [];
      return scan.status === 'completed' ? [trackedValue > competitorValue] : [];
    });
    expect(ahead.slice(0, quarter).includes(true)).toBe(false);
    expect(ahead.slice(-quarter).includes(false)).toBe(false);
  });

  test('includes the recommendation used for adding notes', () => {
    const recommendation = recommendations.find(({ id }) => id === sampleRecommendation.id);
    expect(recommendation?.siteId).toBe(sampleRecommendation.siteId);
  });
});

describe('sample keys', () => {
  test('give access to existing accounts and an existing client', () => {
    for (const { accountId, clientId } of sampleKeys) {
      expect(accounts.map(({ id }) => id)).toContain(accountId);
      if (clientId === null) continue;
      expect(clients.find(({ id }) => id === clientId)?.accountId).toBe(accountId);
    }
  });

  test('include a business key whose description contains the ID of a site in its account', () => {
    const { description, accountId } =
      sampleKeys.find(({ key }) => key === 'sample-business') ?? {};
    const site = sites.find(({ id }) => description?.includes(id));
    expect(site).toMatchObject({ accountId });
  });

  test('are four keys with fixed names', () => {
    expect(sampleKeys.map(({ key }) => key)).toEqual([
      'sample-agency',
      'sample-client',
      'sample-business',
      'sample-readonly',
    ]);
  });

  test('all have a scope, except the read-only key', () => {
    expect(sampleKeys.filter(({ scopes }) => scopes.length === 0).map(({ key }) => key)).toEqual([
      'sample-readonly',
    ]);
  });
});

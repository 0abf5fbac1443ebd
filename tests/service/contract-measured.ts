import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { MeasuredScanPage, OverviewPage } from '../../src/contract/sightline/resources.ts';
import { digestOf, makeKey, prefixOf } from '../../src/service/access/keys.ts';
import { scanRules } from '../../src/service/records/scan.ts';
import { noEvidence, type Store } from '../../src/service/store/store.ts';
import { noClassifications } from '../setup/scopes.ts';
import { measured, moreSites, uuid } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const hourAt = (n: number) => Date.parse('2026-01-01T00:00:00Z') + n * 3_600_000;
const idAt = (n: number) => uuid(0xa00_0000 + n);
const siteId = idAt(1);
const promptIdAt = (n: number) => idAt(0x20 + n);
const scanIdAt = (n: number) => idAt(0x40 + n);

/** The platform, region, prompt number and, if known, model of each answer in a scan. */
type ScanPlan = readonly (readonly [
  platform: string,
  region: string,
  prompt: number,
  model?: string,
])[];
const claude: ScanPlan[number] = ['claude_api', 'US', 0];
const secondPrompt: ScanPlan[number] = ['claude_api', 'US', 1];
const perplexity: ScanPlan[number] = ['perplexity_app', 'US', 0];
const claudeBy = (model: string): ScanPlan[number] => ['claude_api', 'US', 0, model];
const sonar: ScanPlan[number] = ['perplexity_app', 'US', 0, 'sonar-3'];
/** The scans of the site, an hour apart, oldest first. */
const plans: readonly ScanPlan[] = [
  [],
  [claude],
  [claude, claude],
  // A new platform appears, in the known region and in a new one; the next scan measures the same.
  [perplexity, claude, ['perplexity_app', 'DE', 0]],
  [claude, ['perplexity_app', 'DE', 0], perplexity],
  // A prompt is added.
  [claude, ['perplexity_app', 'DE', 0], perplexity, secondPrompt],
  // A new prompt replaces the first, so the number of prompts stays the same.
  [['claude_api', 'US', 2], ['perplexity_app', 'DE', 2], secondPrompt],
  [],
  [],
  [claude],
  // The rules change; see `rulesByScan`.
  [claude],
  [claude],
  [claude],
  [claude],
  // More than half of the answers whose model is known come from one model.
  [claudeBy('opus-5'), claudeBy('opus-5'), claudeBy('haiku-5'), claude, claude, sonar],
  // Neither model gave more than half of Claude's answers.
  [claudeBy('opus-5'), claudeBy('haiku-5'), claude, sonar],
  [claudeBy('opus-6'), sonar],
  [sonar, claudeBy('opus-6')],
];
/** The rules of scans by their place in `plans`; the current ones for all others. */
const rulesByScan = new Map<number, number>([
  // This scan has no answers, so its rules do not count.
  [7, scanRules.partlyFirst],
  [10, scanRules.partlyFirst],
  [11, scanRules.pending],
  [12, scanRules.none],
  [13, scanRules.pendingSecond],
]);

/** The expected measurements of the scans in `plans`, with an entry wherever they change. */
const measurementsWithoutModels = [
  { scanId: scanIdAt(0), prompts: 0, platforms: [], regions: [], rules: null },
  {
    scanId: scanIdAt(1),
    prompts: 1,
    platforms: ['claude_api'],
    regions: ['US'],
    rules: scanRules.current,
  },
  {
    scanId: scanIdAt(3),
    prompts: 1,
    platforms: ['claude_api', 'perplexity_app'],
    regions: ['DE', 'US'],
    rules: scanRules.current,
  },
  {
    scanId: scanIdAt(5),
    prompts: 2,
    platforms: ['claude_api', 'perplexity_app'],
    regions: ['DE', 'US'],
    rules: scanRules.current,
  },
  { scanId: scanIdAt(7), prompts: 0, platforms: [], regions: [], rules: null },
  {
    scanId: scanIdAt(9),
    prompts: 1,
    platforms: ['claude_api'],
    regions: ['US'],
    rules: scanRules.current,
  },
  {
    scanId: scanIdAt(10),
    prompts: 1,
    platforms: ['claude_api'],
    regions: ['US'],
    rules: scanRules.partlyFirst,
  },
  { scanId: scanIdAt(12), prompts: 1, platforms: ['claude_api'], regions: ['US'], rules: null },
  {
    scanId: scanIdAt(13),
    prompts: 1,
    platforms: ['claude_api'],
    regions: ['US'],
    rules: scanRules.partlySecond,
  },
];
const twoPlatforms = {
  prompts: 1,
  platforms: ['claude_api', 'perplexity_app'],
  regions: ['US'],
  rules: scanRules.current,
};
const sonarModel = { platform: 'perplexity_app', model: 'sonar-3' };
const expectedMeasurements = [
  ...measurementsWithoutModels.map((measurement) => ({ ...measurement, models: [] })),
  {
    scanId: scanIdAt(14),
    ...twoPlatforms,
    models: [{ platform: 'claude_api', model: 'opus-5' }, sonarModel],
  },
  { scanId: scanIdAt(15), ...twoPlatforms, models: [sonarModel] },
  {
    scanId: scanIdAt(16),
    ...twoPlatforms,
    models: [{ platform: 'claude_api', model: 'opus-6' }, sonarModel],
  },
];

/** Imports an account with a site whose scans follow `plans`. @returns a key of the account */
async function addChangingSite(store: Store): Promise<string> {
  const accountId = idAt(0);
  const brand = { siteId, aliases: [], role: 'tracked', domains: [] } as const;
  const writer = await store.beginImport();
  await writer.writeCatalogue({
    accounts: [{ id: accountId, name: 'Changing', kind: 'agency', sample: false }],
    sites: [
      {
        id: siteId,
        accountId,
        clientId: null,
        name: 'Changing',
        url: '',
        active: true,
        collection: null,
        createdAt: hourAt(0),
        updatedAt: hourAt(0),
      },
    ],
    // Of two tracked brands, the overview shows the first by name.
    brands: [
      { ...brand, id: idAt(2), name: 'Zeta' },
      { ...brand, id: idAt(3), name: 'Acme' },
    ],
    prompts: [0, 1, 2].map((n) => ({
      id: promptIdAt(n),
      siteId,
      text: `Prompt ${n}`,
      category: '',
      ...noClassifications,
      mentionsTracked: false,
      retired: false,
    })),
    scans: plans.map((_, n) => ({
      id: scanIdAt(n),
      siteId,
      status: 'completed',
      startedAt: null,
      createdAt: hourAt(n),
      updatedAt: hourAt(n),
      completedAt: hourAt(n),
      rules: rulesByScan.get(n),
    })),
    clients: [],
    recommendations: [],
  });
  await writer.writeAnswers(
    plans.flatMap((plan, n) =>
      plan.map(([platform, region, prompt, model], run) => ({
        siteId,
        scanId: scanIdAt(n),
        promptId: promptIdAt(prompt),
        platform,
        region,
        run,
        brandIds: run === 0 ? [idAt(3)] : [],
        sentiments: run === 0 ? [null] : [],
        ...(model !== undefined && { evidence: { ...noEvidence, model } }),
      })),
    ),
  );
  await writer.commit();
  const key = makeKey();
  await store.putKeys({
    id: idAt(4),
    digest: digestOf(key),
    prefix: prefixOf(key),
    name: 'Changing',
    accountId,
    clientId: null,
    scopes: [],
    sample: false,
    createdAt: hourAt(0),
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    share: null,
  });
  return key;
}

/** Tests the measurements of scans in the overview, and the rules that measured them. */
export function describeMeasured(client: () => TestClient): void {
  const callOverview = async (init: RequestInit) => {
    const { json } = await client().call(pathTo('overview', {}), init);
    return v.parse(OverviewPage, json).data;
  };
  const withKey = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } });

  describe('the measurements in the overview', () => {
    test('have an entry for the first scan, and for each scan whose measurement differs from the previous one’s', async () => {
      const key = await addChangingSite(client().store);
      const [row] = await callOverview(withKey(key));
      expect(row?.measured).toEqual(expectedMeasurements);
      const values = row?.points.map(({ value }) => value && Math.round(value));
      expect(values).toEqual([
        ...[null, 100, 50, 33, 33, 25, 33, null, null, 100],
        ...[100, 100, 100, 100],
        ...[17, 25, 50, 50],
      ]);
      const { json } = await client().call(pathTo('scans', { siteId }), withKey(key));
      const listed = v.parse(MeasuredScanPage, json).data;
      const rules = listed.map((scan) => scan.rules);
      expect(listed.slice(0, 4).map((scan) => scan.models)).toEqual([
        expectedMeasurements.at(-1)?.models,
        expectedMeasurements.at(-1)?.models,
        [sonarModel],
        expectedMeasurements.at(-3)?.models,
      ]);
      expect(rules.reverse()).toEqual([
        ...[null, 5, 5, 5, 5, 5, 5, null, null, 5],
        ...[3, 3, null, 4],
        ...[5, 5, 5, 5],
      ]);
    });

    test('agree with the list of scans at every point', async () => {
      const rows = await callOverview(withKey(client().key('agency')));
      expect(rows.map(({ id }) => id)).toContain(measured.siteId);
      for (const { id, points, measured: entries } of rows) {
        const { json } = await client().callAs('agency', pathTo('scans', { siteId: id }));
        const listed = new Map(v.parse(MeasuredScanPage, json).data.map((scan) => [scan.id, scan]));
        let current: unknown = null;
        for (const { scanId } of points) {
          const entry = entries?.find((candidate) => candidate.scanId === scanId);
          if (entry) {
            const { scanId: _, ...measurement } = entry;
            expect(measurement).not.toEqual(current);
            current = measurement;
          }
          const { prompts, platforms, regions, rules, models } = listed.get(scanId ?? '') ?? {};
          expect({ prompts, platforms, regions, rules, models }).toEqual(current);
        }
      }
    });

    test('are empty for sites without a tracked brand or without scans', async () => {
      const rows = await callOverview(withKey(client().key('agency')));
      for (const id of [moreSites.untracked, moreSites.bare])
        expect(rows.find((row) => row.id === id)?.measured).toEqual([]);
    });
  });
}

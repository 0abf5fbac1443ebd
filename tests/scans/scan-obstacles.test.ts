import { describe, expect, test } from 'vitest';
import type { ScanSettings } from '../../src/contract/sightline/scans.ts';
import { ScanWorld, settle } from './scan-world.ts';

describe('a scan cannot be requested', () => {
  const obstacles: [string, Partial<ScanSettings>, string][] = [
    ['without a platform', { platforms: [] }, 'No platform is chosen in the set-up.'],
    ['without a region', { regions: [] }, 'No region is chosen in the set-up.'],
    [
      'if the platform cannot take the region',
      { platforms: ['gemini_api'] },
      'The chosen platforms cannot be asked from any of the chosen regions.',
    ],
    [
      'without a ceiling of a scan',
      { scanCeilingUsd: null },
      'There is no ceiling for a scan and for a month. Without both, nothing is asked.',
    ],
    [
      'without a ceiling of a month',
      { monthCeilingUsd: null },
      'There is no ceiling for a scan and for a month. Without both, nothing is asked.',
    ],
    [
      'above the ceiling of a scan',
      { scanCeilingUsd: 0.19 },
      'This scan is estimated to cost $0.20, but the ceiling of a scan is $0.19.',
    ],
    [
      'above the ceiling of a month',
      { monthCeilingUsd: 0.19 },
      "This scan is estimated to cost $0.20, but only $0.19 of the site's $0.19 are left this month.",
    ],
  ];
  test.each(obstacles)('%s', async (_, settings, reason) => {
    const world = await new ScanWorld({ settings }).begin();
    expect(await world.scanRunner.outlook(await world.subject())).toMatchObject({
      obstacle: reason,
    });
    await expect(world.request()).rejects.toMatchObject({ kind: 'impossible', message: reason });
    expect(await world.scans()).toEqual([]);
    await settle(world);
  });

  test('above a ceiling by less than a cent, and the reason shows that', async () => {
    const world = await new ScanWorld({ settings: { scanCeilingUsd: 0.196 } }).begin();
    await expect(world.request()).rejects.toThrow(
      'This scan is estimated to cost $0.20, but the ceiling of a scan is $0.19.',
    );
    await settle(world);
  });

  test('without a connected platform, and the reason says what is missing', async () => {
    const world = new ScanWorld();
    world.connected = [];
    await world.begin();
    await expect(world.request()).rejects.toThrow(
      'None of the chosen platforms is connected. Set CLAUDE_API_KEY. Set CHATGPT_API_KEY.',
    );
    await settle(world);
  });

  test('while several things are missing, all of which the reason names', async () => {
    const settings = { platforms: [], regions: [], monthCeilingUsd: null };
    const world = await new ScanWorld({ settings, prompts: 0, hostCeilingUsd: 0 }).begin();
    await expect(world.request()).rejects.toThrow(
      'No platform is chosen in the set-up. No region is chosen in the set-up. There is no ceiling for a scan and for a month. Without both, nothing is asked. There are no questions to ask. SCAN_BUDGET is not set on this installation, so nothing may be spent.',
    );
    await settle(world);
  });

  test('on an installation that may spend nothing', async () => {
    const world = await new ScanWorld({ hostCeilingUsd: 0 }).begin();
    await expect(world.request()).rejects.toThrow(
      /^SCAN_BUDGET is not set on this installation, so nothing may be spent\.$/,
    );
    await settle(world);
  });

  test('above the ceiling of all scans', async () => {
    const world = await new ScanWorld({ hostCeilingUsd: 0.1 }).begin();
    await expect(world.request()).rejects.toThrow(
      'but the ceiling of this installation for a month is $0.10 (SCAN_BUDGET).',
    );
    await settle(world);
  });

  test('above what is left of the ceiling of all scans, and the reason does not say how much that is', async () => {
    const world = await new ScanWorld({ hostCeilingUsd: 0.25 }).begin();
    await world.ended((await world.request()).id);
    await expect(world.request()).rejects.toThrow(
      "but less than that is left this month of this installation's $0.25 (SCAN_BUDGET).",
    );
    await settle(world);
  });

  test('on a host that runs none', async () => {
    const world = await new ScanWorld().begin();
    await world.close();
    world.scanRunner = world.createHost({ isOn: false });
    await expect(world.request()).rejects.toThrow('This host does not run scans (SCANS).');
    await settle(world);
  });

  test('again in a month whose ceiling is used up, even if the scan was deleted', async () => {
    const world = await new ScanWorld({ settings: { monthCeilingUsd: 0.2 } }).begin();
    const { id } = await world.ended((await world.request()).id);
    await world.write([{ type: 'scan', id, removed: true }]);
    await expect(world.request()).rejects.toThrow("only $0.10 of the site's $0.20 are left");
    world.timers.jumpTo('2026-12-01T00:00:00Z');
    await expect(world.request()).resolves.toMatchObject({ step: 'queued' });
    await settle(world);
  });
});

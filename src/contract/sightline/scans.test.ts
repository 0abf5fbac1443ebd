import * as v from 'valibot';
import { expect, it } from 'vitest';
import { SiteScanSettings } from './scans.ts';
import { SiteSetup } from './setup.ts';

const id = '00000000-0000-4000-8000-000000000001';

it('settings that only a later version allows can be read', () => {
  const settings = {
    platforms: ['chatgpt_api', 'grok_api'],
    regions: ['EU'.repeat(5)],
    runs: 11,
    schedule: { days: [8], time: '06:30:15', zone: 'Moon/Tranquility' },
    scanCeilingUsd: 200_000,
    monthCeilingUsd: null,
  };
  const collection = { ...settings, hours: [1] };
  expect(v.parse(SiteSetup, { siteId: id, revision: '1', collection })).toMatchObject({
    collection: settings,
  });
  expect(v.parse(SiteScanSettings, { siteId: id, settings: collection })).toMatchObject({
    settings,
  });
});

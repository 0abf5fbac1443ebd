import { describe, expect, it } from 'vitest';
import type { OfferedPlatform } from '../../../contract/sightline/scans.ts';
import type { ScanSettingsDraft } from '../scan-settings-draft.ts';
import { estimateScans, findShortfalls } from './scan-estimate.ts';

const platform = (id: string, fields: Partial<OfferedPlatform> = {}): OfferedPlatform => ({
  id,
  name: id,
  connected: true,
  missing: null,
  suggested: true,
  takesLocation: true,
  takesNoLocation: true,
  model: 'model',
  estimateUsd: 0.01,
  invented: false,
  ...fields,
});
const offered = [
  platform('chatgpt_api'),
  platform('claude_api', { estimateUsd: 0.02, takesNoLocation: false }),
  platform('gemini_api', { takesLocation: false }),
  platform('perplexity_sonar_pro', { connected: false }),
];
const draft: ScanSettingsDraft = {
  platforms: ['chatgpt_api', 'claude_api', 'gemini_api', 'perplexity_sonar_pro'],
  regions: ['DE', 'ZZ'],
  runs: '2',
  isScheduled: true,
  days: ['1', '4'],
  time: '06:00',
  zone: 'Europe/Berlin',
  scanCeilingUsd: '5',
  monthCeilingUsd: '20',
};

describe('the estimate of scans', () => {
  it('leaves out regions that a platform cannot take, and platforms that are not connected', () => {
    const estimate = estimateScans(draft, offered, 10);
    // ChatGPT in both regions, Claude in Germany, Gemini without a location.
    expect(estimate).toMatchObject({ cells: 4, questions: 80 });
    expect(estimate.scanUsd).toBeCloseTo(10 * 2 * (0.01 + 0.01 + 0.02 + 0.01));
  });

  it('multiplies the cost of a scan with the average number of scans in a month', () => {
    const estimate = estimateScans(draft, offered, 10);
    expect(estimate.scansPerMonth).toBeCloseTo(8.7, 1);
    expect(estimate.monthUsd).toBeCloseTo((estimate.scansPerMonth ?? 0) * 1);
    expect(estimateScans({ ...draft, isScheduled: false }, offered, 10).monthUsd).toBeNull();
  });

  it.each(['', 'twice', '1.5'])('has no questions if they are asked “%s” times', (runs) => {
    expect(estimateScans({ ...draft, runs }, offered, 10).questions).toBe(0);
  });

  /** A platform in each region that can be asked, so that a scan of 10 questions costs $1. */
  const connected = draft.platforms.filter((id) => id !== 'perplexity_sonar_pro');
  const shortfallsOf = (fields: Partial<ScanSettingsDraft>, prompts = 10, hostCeilingUsd = 4) => {
    const changed = { ...draft, platforms: connected, ...fields };
    return findShortfalls(
      changed,
      offered,
      hostCeilingUsd,
      estimateScans(changed, offered, prompts),
    );
  };
  const noCeiling = 'Nothing is asked until there is a ceiling for a scan and for a month.';

  it.each<[string, Partial<ScanSettingsDraft>, number, string[]]>([
    ['everything is asked', {}, 10, []],
    ['there is no ceiling for a scan', { scanCeilingUsd: '' }, 10, [noCeiling]],
    ['there is no ceiling for a month', { monthCeilingUsd: ' ' }, 10, [noCeiling]],
    ['no platform is chosen', { platforms: [] }, 10, ['Nothing is asked: no platform is chosen.']],
    ['no region is chosen', { regions: [] }, 10, ['Nothing is asked: no region is chosen.']],
    [
      'neither a region nor a ceiling is chosen',
      { regions: [], scanCeilingUsd: '' },
      10,
      ['Nothing is asked: no region is chosen.', noCeiling],
    ],
    [
      'no chosen platform is connected',
      { platforms: ['perplexity_sonar_pro'] },
      10,
      ['Nothing is asked: no chosen platform is connected.'],
    ],
    [
      'a chosen platform is not connected',
      { platforms: draft.platforms },
      10,
      ['perplexity_sonar_pro is not connected and is left out.'],
    ],
    [
      'no chosen platform can be asked for the chosen regions',
      { platforms: ['gemini_api'], regions: ['DE'] },
      10,
      ['Nothing is asked: the chosen platforms cannot be asked for the chosen regions.'],
    ],
    ['there are no questions', {}, 0, ['Nothing is asked: the site has no questions.']],
    ['a scan would be too large', {}, 1_300, ['A scan has at most 10,000 questions.']],
    [
      'a scan would cost more than its ceiling',
      { scanCeilingUsd: '0.99' },
      10,
      ['No scan can run: it would cost more than the ceiling of a scan.'],
    ],
    [
      'a scan would cost more than the ceiling of a month',
      { monthCeilingUsd: '$0.99' },
      10,
      ['No scan can run: it would cost more than the ceiling of a month.'],
    ],
    [
      'a scan would cost more than all sites may',
      {},
      50,
      ['No scan can run: it would cost more than this installation allows (SCAN_BUDGET).'],
    ],
    [
      'the ceiling of a month is too low for the schedule',
      { monthCeilingUsd: '3' },
      10,
      ['The ceiling of a month is enough for 3 of about 9 scans.'],
    ],
    ['the ceiling of a month is enough for the usual month', { monthCeilingUsd: '8' }, 10, []],
    [
      'the ceiling of a month is one scan too low for the usual month',
      { monthCeilingUsd: '7.99' },
      10,
      ['The ceiling of a month is enough for 7 of about 9 scans.'],
    ],
    [
      'the ceiling of a month is below that of a scan',
      { monthCeilingUsd: '3', isScheduled: false },
      10,
      [
        'The ceiling of a month is below that of a scan, so no scan can cost as much as its own ceiling.',
      ],
    ],
  ])('says so if %s', (_, fields, prompts, sentences) => {
    expect(shortfallsOf(fields, prompts)).toEqual(sentences);
  });

  it('names the setting without which the installation spends nothing, together with what else is missing', () => {
    expect(shortfallsOf({ regions: [] }, 10, 0)).toEqual([
      'Nothing is asked: no region is chosen.',
      'SCAN_BUDGET is not set on this installation, so nothing may be spent.',
    ]);
  });

  it('needs no budget for invented answers', () => {
    const invented = offered.map((one) => ({ ...one, invented: true, estimateUsd: 0 }));
    const chosen = { ...draft, platforms: connected };
    expect(findShortfalls(chosen, invented, 0, estimateScans(chosen, invented, 10))).toEqual([]);
  });
});

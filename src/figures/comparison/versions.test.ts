import { expect, it } from 'vitest';
import { platforms } from '../../contract/enums.ts';
import { sortPlatforms } from '../series/platforms.ts';
import { versionSentence } from './versions.ts';

const size = (value: number) => `${value.toFixed(1)} pt`;

it.each([
  [4.2, { kind: 'real', change: 4.2 }, 'Web 4.2 pt above API: more than the usual scatter'],
  [-4.2, { kind: 'real', change: -4.2 }, 'Web 4.2 pt below API: more than the usual scatter'],
  [
    2.1,
    { kind: 'scatter', within: 3.1 },
    'Web 2.1 pt above API: within the usual scatter (±3.1 pt)',
  ],
  [0, { kind: 'unchanged' }, 'Web equals API'],
  [
    1,
    { kind: 'tooFew', scans: 4, needed: 5 },
    'Web 1.0 pt above API: too few scans to tell (4 of 5 needed)',
  ],
  [
    0,
    { kind: 'tooFew', scans: 4, needed: 5 },
    'Web equals API: too few scans to tell (4 of 5 needed)',
  ],
  [null, { kind: 'tooFew', scans: 0, needed: 5 }, 'No scan has both web and API values'],
] as const)('puts the difference %s with verdict %j into words', (difference, verdict, words) => {
  expect(versionSentence({ difference, verdict }, size)).toBe(words);
});

it('puts each API version right after its web version, and unknown platforms last', () => {
  const keys = ['new_platform', ...platforms.map(({ id }) => id).toReversed()];
  const ordered = sortPlatforms(keys.map((key) => ({ key }))).map(({ key }) => key);
  expect(ordered).toEqual([
    'claude_api',
    'chatgpt_app',
    'chatgpt_api',
    'gemini_app',
    'gemini_api',
    'perplexity_app',
    'perplexity_sonar_pro',
    'google_ai_summaries_app',
    'google_ai_mode_app',
    'microsoft_copilot_app',
    'new_platform',
  ]);
});

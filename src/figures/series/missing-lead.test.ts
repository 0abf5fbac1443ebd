import { expect, it } from 'vitest';
import { missingLeadText } from './missing-lead.ts';

const brand = { id: 'ABC', name: 'Oakwell' };

it.each([
  ['the site has no tracked brand', null, null, [], 'This site has no tracked brand yet.'],
  [
    'the chosen brands leave it out',
    brand,
    null,
    ['other'],
    'Oakwell, the tracked brand, is not among the chosen brands.',
  ],
  [
    'the service does not say which series is its, although it is chosen',
    brand,
    null,
    ['abc'],
    'The tracked brand is Oakwell, but the service does not say which series is Oakwell’s.',
  ],
  [
    'neither period has evidence for it',
    brand,
    'ABC',
    [],
    'Oakwell, the tracked brand, has no evidence in either period.',
  ],
])(
  'a page without the tracked brand’s figures says that %s',
  (_, named, trackedId, chosen, text) => {
    expect(missingLeadText({ brand: named, trackedId }, chosen)).toBe(text);
  },
);

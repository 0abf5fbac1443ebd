import { expect, test } from 'vitest';
import { regionLabel } from './region-label.ts';

test.each([
  ['US', 'United States'],
  ['US:California', 'United States · California'],
  ['DE:Baden:Ost', 'Germany · Baden:Ost'],
  ['QQ', 'QQ'],
  ['Atlantis:North', 'Atlantis · North'],
  ['', ''],
])('the label of region %j is %j', (code, label) => expect(regionLabel(code)).toBe(label));

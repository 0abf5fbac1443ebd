import { expect, test } from 'vitest';
import { withdrawnCountryLabels } from './region-codes.ts';
import { regionLabel } from './region-label.ts';

test.each([
  ['US', 'United States'],
  ['US:California', 'United States · California'],
  ['DE:Baden:Ost', 'Germany · Baden:Ost'],
  ['NZ:auckland', 'New Zealand · Auckland'],
  ['nz:auckland', 'New Zealand · Auckland'],
  ['NZ:bay-of-plenty', 'New Zealand · Bay of Plenty'],
  ['GB:the wash', 'United Kingdom · The Wash'],
  ['CH:zürich', 'Switzerland · Zürich'],
  ['US:New York, NY', 'United States · New York, NY'],
  ['AE:دبي', 'United Arab Emirates · دبي'],
  ['CN:北京', 'China · 北京'],
  ['US: ', 'United States'],
  ['UK', 'United Kingdom'],
  ['UK:London', 'United Kingdom · London'],
  ['XK', 'Kosovo'],
  ['EU', 'European Union'],
  ['UN', 'United Nations'],
  ['ZZ', 'No location'],
  ['QQ', 'QQ'],
  ['Atlantis:North', 'Atlantis · North'],
  ['', ''],
])('the label of region %j is %j', (code, label) => expect(regionLabel(code)).toBe(label));

test.each([...withdrawnCountryLabels.keys()])(
  'the withdrawn code %s is not labelled with the name of a country that exists today',
  (code) => expect(regionLabel(code)).toBe(code),
);

test('given labels of countries come before others', () => {
  expect(regionLabel('SU:moscow', withdrawnCountryLabels)).toBe(
    'Soviet Union (withdrawn) · Moscow',
  );
});

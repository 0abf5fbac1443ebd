import { expect, it } from 'vitest';
import { nameRegions } from './name-regions.ts';

const namesOf = (...regions: (readonly [code: string, label: string | null])[]) =>
  nameRegions(
    regions.map(([code, label]) => ({ code, label })),
    ({ code }) => code,
  ).map(({ label }) => label);

it('shows the code beside each label that several codes share', () => {
  expect(namesOf(['GB', 'United Kingdom'], ['UK', ' United Kingdom '], ['DE', 'Germany'])).toEqual([
    'United Kingdom (GB)',
    'United Kingdom (UK)',
    'Germany',
  ]);
});

it('makes labels readable that are missing, blank or just the code', () => {
  expect(
    namesOf(['NZ:auckland', 'NZ:auckland'], ['NZ', null], ['DE:Berlin', '  '], ['SU', 'SU']),
  ).toEqual(['New Zealand · Auckland', 'New Zealand', 'Germany · Berlin', 'SU']);
});

it('shows the code beside readable labels that several codes share', () => {
  expect(namesOf(['NZ:auckland', null], ['NZ:Auckland', null])).toEqual([
    'New Zealand · Auckland (NZ:auckland)',
    'New Zealand · Auckland (NZ:Auckland)',
  ]);
});

it('does not add the code to a label that only repeats of one code share', () => {
  expect(namesOf(['DE', 'Germany'], ['DE', 'Germany'])).toEqual(['Germany', 'Germany']);
});

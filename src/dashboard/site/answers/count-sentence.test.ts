import { expect, it } from 'vitest';
import type { AnswerCriteria } from '../../api/sightline/answers.ts';
import { describeAnswers } from './count-sentence.ts';

const names = {
  trackedBrand: null,
  isLoading: false,
  brands: [],
  brandOf: (id: string) => ({ id, name: id, kind: 'other' as const }),
  platformOf: String,
  regionOf: String,
};

it.each<[number, Partial<AnswerCriteria>, string]>([
  [1204, {}, '1,204 answers'],
  [1204, { mentions: ['Alder'], mentionsNot: ['Acme'] }, '1,204 answers name Alder but not Acme'],
  [1, { mentions: ['Alder'], mentionsNot: ['Acme'] }, '1 answer names Alder but not Acme'],
  [2, { mentions: ['A', 'B', 'C'] }, '2 answers name A, B and C'],
  [2, { mentions: ['תנובה', 'שטראוס'] }, '2 answers name \u2068תנובה\u2069 and \u2068שטראוס\u2069'],
  [2, { mentions: ['A', 'B', 'C', 'D'] }, '2 answers name 4 brands'],
  [2, { mentionsNot: ['A', 'B'] }, '2 answers do not name A or B'],
  [1, { mentionsNot: ['A', 'B', 'C', 'D'] }, '1 answer does not name any of 4 brands'],
  [0, { domain: ['a.example', 'b.example'] }, '0 answers cite a.example or b.example'],
  [1, { citedPage: ['a.example/x'] }, '1 answer cites the page a.example/x'],
  [
    5,
    { mentions: ['A'], domain: ['a.example'], q: 'storm jacket' },
    '5 answers name A, cite a.example, and contain “storm jacket”',
  ],
])('%i answers with the criteria %j: %s', (count, criteria, expected) => {
  const noCriteria: AnswerCriteria = {
    filters: {} as AnswerCriteria['filters'],
    scanId: null,
    mentions: [],
    mentionsNot: [],
    domain: [],
    citedPage: [],
    q: null,
  };
  expect(describeAnswers(count, { ...noCriteria, ...criteria }, names)).toBe(expected);
});

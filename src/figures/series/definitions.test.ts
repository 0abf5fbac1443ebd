import { expect, it } from 'vitest';
import { metricDefinitions } from './definitions.ts';

it.each([
  ['sentiment', /average tone.*50 is neutral.*not the share of positive answers/],
  ['sentiment', /range from −100 to 100/],
  ['shareOfVoice', /all mentions.*change of the tracked competitors cannot be compared/],
  ['gap', /100% minus visibility\. Lower is better/],
] as const)('the definition of %s says %s', (metric, text) => {
  expect(metricDefinitions[metric].meaning).toMatch(text);
});

import { expect, it } from 'vitest';
import { chartName, groupingOptions, nameInSentence } from './names.ts';

it.each([
  ['platform', 'ChatGPT', 'ChatGPT'],
  ['prompt', 'Which shoes last?', '“Which shoes last?”'],
  ['prompt', 'x'.repeat(80), `“${'x'.repeat(80)}”`],
  ['prompt', 'x'.repeat(81), `“${'x'.repeat(80)}…”`],
  ['prompt', '👟'.repeat(81), `“${'👟'.repeat(80)}…”`],
])('within a sentence, only prompts are quoted and shortened: %s %s', (grouping, label, name) => {
  expect(nameInSentence(grouping, label)).toBe(name);
});

it('offers a grouping by prompt only with the capability `prompts`', () => {
  const labelsFor = (capabilities: string[]) =>
    groupingOptions(capabilities).map(({ label }) => label);
  expect(labelsFor(['matrix'])).toEqual(['Brand', 'Platform', 'Region']);
  expect(labelsFor(['prompts'])).toEqual(['Brand', 'Platform', 'Region', 'Prompt']);
});

it('names a chart by its metric and grouping, even if the grouping is unknown', () => {
  expect(chartName('gap', 'prompt')).toBe('Gap by prompt');
  expect(chartName('gap', 'moon')).toBe('Gap by moon');
});

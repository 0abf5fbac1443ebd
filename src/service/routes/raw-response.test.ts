import { expect, it } from 'vitest';
import type { ScanPlan } from '../store/ledger.ts';
import { questionOfAnswer } from './raw-response.ts';

const planIn = (...regions: string[]): ScanPlan => ({
  prompts: [{ id: 'prompt', text: 'Which brand is best?' }],
  cells: regions.map((region) => ({ platform: 'claude_api', region, model: 'model', estimate: 0 })),
  ...{ runs: 1, scanCeiling: 0, monthCeiling: 0, zone: 'UTC' },
});
const answer = {
  ...{ scanId: 'scan', promptId: 'prompt', platform: 'claude_api' },
  ...{ region: 'US:California', run: 1 },
};

it.each([
  ['that region', ['DE', 'US:California'], 1],
  ['its code', ['DE', 'US-CA'], 1],
  ['its code before that region', ['US:CA', 'US:California'], 1],
  ['that region before its code', ['US:California', 'US:CA'], 0],
  ['two of its codes', ['US:CA', 'US-CA'], null],
  ['another region', ['DE'], null],
])('the question of an answer, if the plan has %s', (_, regions, question) => {
  expect(questionOfAnswer(planIn(...regions), answer)).toBe(question);
});

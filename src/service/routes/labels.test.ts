import { expect, test } from 'vitest';
import { describePlatform, sortPlatforms, sortRegions } from './labels.ts';

test('platforms are in the interface’s order, with unknown ones last', () => {
  const ids = ['zeta_app', 'perplexity_app', 'alpha_api', 'claude_api'];
  expect(sortPlatforms(ids)).toEqual(['claude_api', 'perplexity_app', 'alpha_api', 'zeta_app']);
});

test('an unknown platform is named by its ID, whose suffix determines its method', () => {
  expect(describePlatform('alpha_api')).toEqual({
    id: 'alpha_api',
    name: 'alpha_api',
    method: 'api',
  });
  expect(describePlatform('zeta_app').method).toBe('web');
});

test('a country comes before its areas', () => {
  expect(sortRegions(['US:Texas', 'US', 'DE'])).toEqual(['DE', 'US', 'US:Texas']);
});

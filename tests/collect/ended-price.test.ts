import { expect, test, vi } from 'vitest';
import { connectPlatforms } from '../../src/service/collect/connect-platforms.ts';
import { StubPlatforms } from '../platforms/stub-platforms.ts';
import { TestTimers } from './test-timers.ts';

vi.mock(import('../../src/service/platforms/prices.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  estimateCost: (_platform, _model, { day }) => (day < '2027-01-01' ? 20_000 : null),
}));

test('a platform whose price ends while the host runs is no longer connected', () => {
  const timers = new TestTimers('2026-12-31T23:59:59Z');
  const platforms = connectPlatforms({
    ...{ fetch: new StubPlatforms().fetch, inventedFetch: null, timers },
    environment: { OPENAI_API_KEY: 'secret' },
  })({ sample: false });
  const chatgpt = platforms.find(({ id }) => id === 'chatgpt_api');
  expect(chatgpt).toMatchObject({ isConnected: true, estimate: 20_000 });
  timers.setClock('2027-01-01T00:00:00Z');
  expect(chatgpt?.isConnected).toBe(false);
  expect(chatgpt?.offered).toMatchObject({
    connected: false,
    missing: expect.stringMatching(/^No price is known for /),
  });
});

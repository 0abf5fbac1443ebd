import { expect, test, vi } from 'vitest';
import type { BrandRecord, SiteRecord } from '../store/records.ts';
import type { FoundAnswer } from '../store/store.ts';
import { findNearMisses } from './mentions.ts';

const siteId = '00000001-0000-4000-8000-000000000001';
const site: SiteRecord = {
  id: siteId,
  accountId: siteId,
  clientId: null,
  name: 'Acme',
  url: '',
  active: true,
  collection: null,
  createdAt: 0,
  updatedAt: 0,
};
const brand: BrandRecord = {
  id: siteId,
  siteId,
  name: 'Help Scout',
  role: 'tracked',
  aliases: ['Help Scout'],
  domains: [],
};
const answer: FoundAnswer = {
  at: 0,
  completedAt: 0,
  scanId: siteId,
  promptId: siteId,
  prompt: '',
  platform: 'claude_api',
  region: 'US',
  run: 1,
  brandIds: [],
  sentiments: [],
  places: [],
  domains: [],
  evidence: { text: 'Helpscout', citations: [], model: '', searched: null },
};

test('other work gets a turn between texts that take longer than ten milliseconds each', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 11;
    return now;
  });
  const answers = [answer, answer, answer, answer];
  const store = {
    site: async () => ({ site, brands: [brand] }),
    answers: async () => answers,
  };
  let isDone = false;
  let turns = 0;
  const takeTurn = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(takeTurn);
  };
  takeTurn();
  const tenant = { accountId: siteId, clientId: null };
  const found = await findNearMisses(store, tenant, siteId, new AbortController().signal);
  isDone = true;
  expect(found.textsRead).toBe(answers.length);
  expect(turns).toBeGreaterThanOrEqual(answers.length);
});

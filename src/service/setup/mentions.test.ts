import { expect, test } from 'vitest';
import type { BrandRecord, SiteRecord } from '../store/records.ts';
import { type AnswerPageRequest, type FoundAnswer, listedTextLength } from '../store/store.ts';
import { TextThread } from '../texts/text-thread.ts';
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
  evidence: { text: 'Helpscout', sources: 0, model: '', searched: null },
};

/** The memory that one read of answers may take, in bytes; a character takes up to four. */
const maxBytesPerRead = 8_000_000;

test('no read of answers takes more than 8 MB, however many answers there are', async () => {
  const limits: number[] = [];
  const answers = Array.from({ length: 3_000 }, () => answer);
  let read = 0;
  const store = {
    site: async () => ({ site, brands: [brand] }),
    async answers(...args: unknown[]) {
      const { limit } = args[3] as AnswerPageRequest;
      limits.push(limit);
      const page = answers.slice(read, read + limit);
      read += page.length;
      return page;
    },
  };
  const tenant = { accountId: siteId, clientId: null };
  const { signal } = new AbortController();
  const found = await findNearMisses({ store, texts: new TextThread() }, tenant, siteId, signal);
  expect(found).toEqual({
    nearMisses: [{ brandId: siteId, spelling: 'Helpscout', answers: 2_000 }],
    textsRead: 2_000,
  });
  expect(Math.max(...limits) * listedTextLength * 4).toBeLessThanOrEqual(maxBytesPerRead);
});

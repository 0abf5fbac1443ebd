import { randomUUID } from 'node:crypto';

/**
 * An account with a site that scans ask about in two regions on three platforms, as import records. No ceiling is
 * reached.
 * @param prompts the number of the site's prompts
 */
export function recordsOfSite(
  { accountId, siteId }: { accountId: string; siteId: string },
  prompts: number,
): readonly object[] {
  const createdAt = new Date().toISOString();
  return [
    { type: 'account', id: accountId, name: 'Acme', kind: 'business' },
    {
      type: 'site',
      ...{ id: siteId, accountId, name: `${prompts} prompts`, createdAt },
      collection: {
        platforms: ['chatgpt_api', 'claude_api', 'perplexity_sonar_pro'],
        ...{ regions: ['DE', 'US'], runs: 1, schedule: null },
        ...{ scanCeilingUsd: 10_000, monthCeilingUsd: 100_000 },
      },
    },
    { type: 'brand', id: randomUUID(), siteId, name: 'Acme', role: 'tracked' },
    ...Array.from({ length: prompts }, (_, n) => ({
      type: 'prompt',
      ...{ id: randomUUID(), siteId, text: `Which of the products on offer suits buyer ${n}?` },
    })),
  ];
}

import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { accounts, measured, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

/** Tests reading a single prompt and a single scan. */
export function describeRecords(client: () => TestClient): void {
  const { siteId, prompts, scans } = measured;

  describe('reading one record', () => {
    test('returns a prompt with its classifications', async () => {
      const { status, json } = await client().callAs(
        'agency',
        `/v1/sites/${siteId}/prompts/${prompts.shoes}`,
      );
      expect(status).toBe(200);
      expect(json).toStrictEqual({
        promptId: prompts.shoes,
        text: 'Are Acme running shoes any good?',
        category: 'buying',
        tags: ['price'],
        products: [{ value: 'shoe', label: 'Shoes' }],
        personas: [{ value: 'runner', label: 'Runner' }],
        journeyStages: [{ value: 'decide', label: 'Decision' }],
      });
    });

    test('finds the clients and sites of accounts', async () => {
      const { lookups } = client().store;
      const ownersOf = (records: readonly { accountId: string }[]) => [
        ...new Set(records.map(({ accountId }) => accountId)),
      ];
      const ids = [accounts.agency, accounts.business, unknownId];
      expect(ownersOf(await lookups.clientsOfAccounts(ids))).toEqual([accounts.agency]);
      expect(ownersOf(await lookups.sitesOfAccounts([accounts.business]))).toEqual([
        accounts.business,
      ]);
      expect(await lookups.sitesOfAccounts([unknownId])).toEqual([]);
    });

    test.each([
      ['first', 'completed', '2026-01-01T22:00:00.000Z', '2026-01-01T23:30:00.000Z'],
      ['undated', 'completed', '2026-01-03T20:00:00.000Z', null],
      ['failed', 'failed', '2026-01-04T10:00:00.000Z', '2026-01-04T11:00:00.000Z'],
      ['running', 'running', '2026-01-06T10:00:00.000Z', null],
      ['queued', 'queued', null, null],
    ] as const)(
      'returns the %s scan with the status %s',
      async (name, status, startedAt, completedAt) => {
        const response = await client().callAs(
          'agency',
          `/v1/sites/${siteId}/scans/${scans[name]}`,
        );
        expect(response.json).toStrictEqual({
          id: scans[name],
          status,
          createdAt: '2025-12-31T08:00:00.000Z',
          startedAt,
          completedAt,
          updatedAt: '2026-01-10T00:00:00.000Z',
        });
      },
    );

    test.each([
      ['prompt', problemTypes.promptNotFound],
      ['scan', problemTypes.scanNotFound],
    ])('gives different errors for an unknown %s and an unknown site', async (kind, type) => {
      const collection = `${kind}s`;
      const unknown = await client().callAs(
        'agency',
        `/v1/sites/${siteId}/${collection}/${unknownId}`,
      );
      expect(unknown.json).toMatchObject({ type, status: 404 });
      const malformed = await client().callAs('agency', `/v1/sites/${siteId}/${collection}/x`);
      expect(malformed.text).toBe(unknown.text);
      for (const site of [unknownId, 'x']) {
        const response = await client().callAs(
          'agency',
          `/v1/sites/${site}/${collection}/${scans.first}`,
        );
        expect(response.json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });
  });
}

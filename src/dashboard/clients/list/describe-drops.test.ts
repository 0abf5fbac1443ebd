import { describe, expect, it } from 'vitest';
import { describeDrops } from './describe-drops.ts';
import type { ClientFigures, ClientRow } from './figures.ts';

const noDetails = { websiteUrl: null, industry: null, description: null };

function createRow(name: string, details: Partial<ClientRow>): ClientRow {
  return {
    id: name,
    client: { id: name, name, ...noDetails, createdAt: null, updatedAt: null },
    figures: undefined,
    verdict: null,
    lastScanTime: null,
    failedScans: null,
    decimals: 1,
    hasFailed: false,
    isLoading: false,
    ...details,
  };
}

const figuresWith = (change: number): ClientFigures => ({
  sites: [],
  hasMoreSites: false,
  shown: {
    site: { id: 'site', name: 'Site' },
    trend: { values: [], isSeriesUnknown: false, slope: null, lastScan: null, newestStatus: null },
    range: '30d',
    effect: null,
    comparison: { now: 40, before: 40 - change, change, scans: 30, test: null },
  },
});

const moved = (name: string, change: number) =>
  createRow(name, { figures: figuresWith(change), verdict: { kind: 'real', change } });
const steady = createRow('Steady', {
  figures: figuresWith(1),
  verdict: { kind: 'scatter', within: 3 },
});
const unjudged = createRow('Sparse', {
  figures: figuresWith(-9),
  verdict: { kind: 'tooFew', scans: 3, needed: 5 },
});
const unloaded = createRow('Later', {});
const failed = createRow('Failed', { hasFailed: true });
const describeAll = (rows: readonly ClientRow[], isComplete = true) =>
  describeDrops(rows, isComplete);

describe('the line above the clients', () => {
  it.each([
    ['no client has one', [steady, moved('Up', 5)], 'No client has a real drop.'],
    ['one has', [steady, moved('A', -5)], '1 client has a real drop: A.'],
    [
      'several have, the largest first',
      [moved('A', -5), moved('B', -9), moved('C', -7)],
      '3 clients have a real drop: B, C and A.',
    ],
    [
      'many have',
      ['A', 'B', 'C', 'D', 'E'].map((name) => moved(name, -5)),
      '5 clients have a real drop: A, B, C and 2 more.',
    ],
    ['some cannot be judged', [steady, unjudged], 'No client has a real drop; 1 cannot be judged.'],
    ['none can be judged', [unjudged], 'No client can be judged.'],
  ])('says which clients have a real drop if %s', (_, rows, expected) => {
    expect(describeAll(rows)).toBe(expected);
  });

  it.each([
    [
      'is loading',
      [steady, unloaded],
      'No real drop among the 1 client whose figures have loaded.',
    ],
    [
      'has failed',
      [steady, moved('A', -5), failed],
      '1 real drop among the 2 clients whose figures have loaded: A; figures of 1 could not be loaded.',
    ],
    ['has loaded, but none before', [unloaded, unloaded], null],
    ['could not be loaded, nor any other', [failed], 'No figures could be loaded.'],
  ])('does not speak for all clients if the last %s', (_, rows, expected) => {
    expect(describeAll(rows)).toBe(expected);
  });

  it('does not speak for clients on later pages of the list', () => {
    expect(describeAll([steady, moved('A', -5), moved('B', -6)], false)).toBe(
      '2 real drops among the 3 clients whose figures have loaded: B and A.',
    );
  });
});

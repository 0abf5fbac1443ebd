import { expect, test } from 'vitest';
import {
  computeGap,
  computeSentiment,
  computeShareOfVoice,
  computeVisibility,
} from './formulas.ts';

test('visibility is the percentage of answers that mention the brand', () => {
  expect(computeVisibility(2, 3)).toBe(200 / 3);
  expect(computeVisibility(3, 3)).toBe(100);
});

test('a brand without mentions has visibility 0 in a scan with answers, and null in one without', () => {
  expect(computeVisibility(0, 3)).toBe(0);
  expect(computeVisibility(0, 0)).toBeNull();
});

test('share of voice is the brand’s percentage of all mentions', () => {
  const mentionCounts = [5, 3, 0, 8];
  const shares = mentionCounts.map((mentions) => computeShareOfVoice(mentions, 16) ?? 0);
  expect(shares).toEqual([31.25, 18.75, 0, 50]);
});

test('share of voice is null if no brand is mentioned', () => {
  expect(computeShareOfVoice(0, 0)).toBeNull();
});

test('sentiment is the mean over mentions with a sentiment, and null if there are none', () => {
  expect(computeSentiment(141_000_000, 2)).toBe(70.5);
  expect(computeSentiment(0, 1)).toBe(0);
  expect(computeSentiment(0, 0)).toBeNull();
});

test('sentiment is exact even over ten million mentions', () => {
  expect(computeSentiment(33_333_333 * 10_000_000, 10_000_000)).toBe(33.333333);
});

test('gap is the percentage of answers that do not mention the brand, and null without answers', () => {
  expect(computeGap(3, 10)).toBe(70);
  expect(computeGap(0, 3)).toBe(100);
  expect(computeGap(3, 3)).toBe(0);
  expect(computeGap(0, 0)).toBeNull();
});

import { expect, test } from 'vitest';
import { gap, sentiment, shareOfVoice, visibility } from './formulas.ts';

test('visibility is the percentage of answers that mention the brand', () => {
  expect(visibility(2, 3)).toBe(200 / 3);
  expect(visibility(3, 3)).toBe(100);
});

test('a brand without mentions has visibility 0 in a scan with answers, and null in one without', () => {
  expect(visibility(0, 3)).toBe(0);
  expect(visibility(0, 0)).toBeNull();
});

test('share of voice sums to 100 over all brands', () => {
  const mentionCounts = [5, 3, 0, 8];
  const shares = mentionCounts.map((mentions) => shareOfVoice(mentions, 16) ?? 0);
  expect(shares).toEqual([31.25, 18.75, 0, 50]);
});

test('share of voice is null if no brand is mentioned', () => {
  expect(shareOfVoice(0, 0)).toBeNull();
});

test('sentiment is the mean over mentions with a sentiment, and null if there are none', () => {
  expect(sentiment(141_000_000, 2)).toBe(70.5);
  expect(sentiment(0, 1)).toBe(0);
  expect(sentiment(0, 0)).toBeNull();
});

test('sentiment stays exact for sums of many answers', () => {
  expect(sentiment(33_333_333 * 10_000_000, 10_000_000)).toBe(33.333333);
});

test('gap is the distance to the most visible comparator, negative if the brand is behind', () => {
  expect(gap(3, [1, 2], 4)).toBe(25);
  expect(gap(1, [0, 4], 4)).toBe(-75);
});

test('gap is null without answers or without comparators', () => {
  expect(gap(0, [0], 0)).toBeNull();
  expect(gap(3, [], 4)).toBeNull();
});

test('the gap of equal brands is 0, not -0', () => {
  expect(Object.is(gap(0, [0], 4), 0)).toBe(true);
});

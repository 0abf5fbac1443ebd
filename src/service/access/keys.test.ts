import { expect, test } from 'vitest';
import { digestOf, isSampleName, isWellFormed, makeKey, prefixOf } from './keys.ts';

test('generated keys are well formed, and no two are the same', () => {
  const keys = Array.from({ length: 100 }, makeKey);
  expect(keys.every(isWellFormed)).toBe(true);
  expect(new Set(keys).size).toBe(100);
});

test('each of the 256 random bits of a key takes both values', () => {
  const keys = Array.from({ length: 64 }, () => makeKey().slice(3, 46));
  const bits = keys.map((text) => Buffer.from(text, 'base64url'));
  expect(bits[0]).toHaveLength(32);
  for (let bit = 0; bit < 256; bit += 1) {
    const values = bits.map((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    expect(new Set(values).size, `bit ${bit}`).toBe(2);
  }
});

test('a key with any one character changed is not well formed', () => {
  const key = makeKey();
  for (let index = 0; index < key.length; index += 1) {
    const other = key[index] === 'A' ? 'B' : 'A';
    expect(isWellFormed(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
  }
});

test.each(['', 'sl_', 'sample-agency', `${makeKey()}x`, ` ${makeKey()}`, makeKey().slice(0, -1)])(
  '%j is not well formed',
  (text) => expect(isWellFormed(text)).toBe(false),
);

test('a digest is SHA-256 in lowercase hex', () => {
  expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a prefix shows six random characters of an issued key and all of a sample name', () => {
  const key = makeKey();
  expect(prefixOf(key)).toBe(key.slice(0, 9));
  expect(prefixOf('sample-readonly')).toBe('sample-readonly');
});

test("a sample key name is 'sample-' followed by lowercase letters", () => {
  expect(isSampleName('sample-agency')).toBe(true);
  for (const text of ['sample-', 'sample-Agency', 'sample-a b', 'xsample-a', 'sample-a\n']) {
    expect(isSampleName(text)).toBe(false);
  }
});

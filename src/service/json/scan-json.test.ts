import { expect, test } from 'vitest';
import {
  maxJsonDepth,
  maxJsonEntries,
  maxJsonValueLength,
  scanJson,
  tooDeepReason,
  tooLongReason,
  tooLongValueReason,
} from './scan-json.ts';

const nested = (depth: number, [open, close] = ['[', ']']) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

test('32 levels are accepted, and 33 refused', () => {
  expect(scanJson(nested(maxJsonDepth)).refusal).toBeNull();
  expect(scanJson(nested(maxJsonDepth + 1)).refusal).toBe(tooDeepReason);
  expect(scanJson(nested(maxJsonDepth + 1, ['{"a":', '}'])).refusal).toBe(tooDeepReason);
  expect(scanJson('['.repeat(maxJsonDepth + 1)).refusal).toBe(tooDeepReason);
});

test('brackets in texts are no levels, whatever is escaped before the end of a text', () => {
  const brackets = '['.repeat(100);
  for (const text of [brackets, `"${brackets}`, `\\${brackets}`, `\\"${brackets}\\`])
    expect(scanJson(JSON.stringify({ [text]: text })).refusal).toBeNull();
  expect(scanJson(`["\\\\",${brackets}`).refusal).toBe(tooDeepReason);
});

test('lists one after another are no levels', () => {
  expect(scanJson(`[${Array.from({ length: 1_000 }, () => '[[]]').join()}]`).refusal).toBeNull();
});

test('a list or an object may have as many entries as allowed, counted by itself', () => {
  const list = (entries: number) => `[${'1,'.repeat(entries - 1)}1]`;
  const limit = { maxEntries: maxJsonEntries };
  expect(scanJson(`[${list(maxJsonEntries)},${list(maxJsonEntries)}]`, limit).refusal).toBeNull();
  expect(scanJson(list(maxJsonEntries + 1), limit).refusal).toBe(tooLongReason);
  const fields = Array.from({ length: maxJsonEntries + 1 }, (_, n) => `"${n}":1`).join();
  expect(scanJson(`{${fields}}`, limit).refusal).toBe(tooLongReason);
  expect(scanJson(list(maxJsonEntries + 1)).refusal).toBeNull();
});

test('refuses a text, a number or white space that is longer than a value of a request', () => {
  const refusalOf = (text: string) =>
    scanJson(text, { maxValueLength: maxJsonValueLength }).refusal;
  const long = (part: string) => part.repeat(maxJsonValueLength / part.length);
  for (const value of [`"${long('a')}"`, `"${long('\\"')}"`, `1${long('0')}`, `1${long(' ')}`]) {
    expect(refusalOf(`{"a":1,"b":${value},"c":1}`)).toBe(tooLongValueReason);
    expect(scanJson(`{"b":${value}}`).refusal).toBeNull();
  }
  const entry = `"${'a'.repeat(maxJsonValueLength - 4)}"`;
  expect(refusalOf(`[${entry},${entry}]`)).toBeNull();
});

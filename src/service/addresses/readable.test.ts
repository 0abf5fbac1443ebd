import { expect, it } from 'vitest';
import {
  findStoredPages,
  findStoredSpellings,
  toReadableHost,
  toReadablePage,
} from './readable.ts';

it.each([
  ['tents.example', 'tents.example'],
  ['xn--zelte-grn-x9a.de', 'zelte-grün.de'],
  ['xn--fa-hia.de', 'faß.de'],
  ['xn--wgv71a.jp', '日本.jp'],
  ['laden.xn--55qx5d.cn', 'laden.公司.cn'],
  ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  // Mixed scripts, and letters that all look like Latin ones, could imitate another host.
  ['xn--pple-43d.com', 'xn--pple-43d.com'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  // The dot on the i is a combining one.
  ['xn--istikbal-o0e.com', 'xn--istikbal-o0e.com'],
  ['xn--zzzzzz-.de', 'xn--zzzzzz-.de'],
])('%s is shown as %s', (host, readable) => {
  expect(toReadableHost(host)).toBe(readable);
});

it.each([
  ['xn--zelte-grn-x9a.de:8080/%C3%BCber?q=%C3%A9', 'zelte-grün.de:8080/über?q=é'],
  ['ja.example/%E6%97%A5%E6%9C%AC', 'ja.example/日本'],
  // Only letters and digits are decoded: spaces, separators and invisible characters could mislead.
  ['a.example/a%20b%2Fc%3Fd%E2%80%AEe', 'a.example/a%20b%2Fc%3Fd%E2%80%AEe'],
  ['a.example/%E0%A4%A', 'a.example/%E0%A4%A'],
  ['a.example/%FF', 'a.example/%FF'],
  ['[2001:db8::1]/x', '[2001:db8::1]/x'],
  ['a.example/?to=https://me:secret@b.example/', 'a.example/?to=https://b.example/'],
  ['', ''],
])('the page %s is shown as %s', (page, readable) => {
  expect(toReadablePage(page)).toBe(readable);
});

it.each([
  ['tents.example', ['tents.example']],
  ['Zelte-Grün.de', ['xn--zelte-grn-x9a.de', 'zelte-grün.de']],
  ['xn--zelte-grn-x9a.de', ['xn--zelte-grn-x9a.de', 'zelte-grün.de']],
  ['2001:db8::1', ['2001:db8::1']],
  ["' OR 1=1", ["' OR 1=1"]],
])('the domain %s may be stored as %j', (domain, spellings) => {
  expect(findStoredSpellings(domain)).toEqual(spellings);
});

it.each([
  'tents.example',
  'tents.example:8080/a/b?q=1&r=%C3%A9',
  'xn--zelte-grn-x9a.de/%C3%BCber?q=%C3%A9',
  'xn--pple-43d.com/x',
  'a.example/a%20b%2Fc%3Fd%E2%80%AEe',
  'a.example/%E0%A4%A',
  'a.example/%FF',
  'a.example#/stra%C3%9Fe',
  'www.com/x',
  "a.example/it's(1)?x=~!*",
  '[2001:db8::1]/x',
])('the page %s is found by the address that pages show', (page) => {
  expect(findStoredPages(toReadablePage(page))).toContain(page);
});

it.each([
  ['https://www.tents.example/a/?utm_source=x#top', 'tents.example/a'],
  [' Tents.example/A ', 'tents.example/A'],
  ['http://zelte-grün.de/über', 'xn--zelte-grn-x9a.de/%C3%BCber'],
])('the page %s may be stored as %s', (page, stored) => {
  expect(findStoredPages(page)).toContain(stored);
});

it('a text that is not an address is searched for unchanged', () => {
  expect(findStoredPages("' OR 1=1")).toEqual(["' OR 1=1"]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findHiddenMarkdown,
  hiddenMarkdownForRe2,
  shownGroups,
} from '../../src/contract/answer-text/hidden-markdown.ts';
import { joinRanges } from '../../src/contract/answer-text/visible-ranges.ts';
import { readCitation } from '../../src/service/addresses/cited-page.ts';
import { readOwnDomain } from '../../src/service/addresses/own-domain.ts';
import { type Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { citedDomainsOf } from '../../src/service/store/clickhouse/reads/cited-domains.ts';
import { countedDomainOf, findSeparateDomains } from '../../src/service/store/domain-owner.ts';

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  engine = await openInProcess(folder, 1);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const TextsRow = v.object({ texts: v.array(v.string()) });
const readTexts = async (sql: string, params: Record<string, unknown>): Promise<string[]> =>
  (await engine.rows(TextsRow, `SELECT ${sql} AS texts`, params))[0]?.texts ?? [];

describe('ClickHouse and JavaScript', () => {
  /** Parts of Markdown and HTML, and characters that engines class or fold differently. */
  const parts = [
    ...['<!--', '-->', '<!-->', '--', '<', '>', '/>', '</', 'a < b ', '<b Oak>', '<B', '<ſpan>'],
    ...['<a', ' href=', '"', "'", '=', ' x', '<script', '<SCRIPT>', '</script>', '</Script >'],
    ...['<style>', '</style', '<title>', '</title>', '<textarea>', '<K>', '<kbd>', '<\u212abd>'],
    ...['](', ')', '(', '[', ']', '[^', '[^1]', '\n\n[1]: ', '[a]: ', '\\', '`', '```', '\n~~~\n'],
    ...['# a\n', ' ', '\n', '\n\n', '\r\n', '\t', '\v', '\f', '\0', '\x7f', '\u00a0', '\u2028'],
    ...['\ufeff', '\u3000', '\u0085', '\u200b', 'é', '\u{1f45f}', 'ſ', '\u0130', 'Oak', '1', '!'],
  ];

  it('hide the same parts of any text', async () => {
    const texts = [
      ...parts.flatMap((a) => parts.map((b) => `<a${a}${b}>x</a> <!--${a}--${b}> ](${a}b${b}) y`)),
      `[^${'\u{1f45f}'.repeat(60)}] \n\n[${'\u{1f45f}'.repeat(150)}]: b`,
      ...fc.sample(
        fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((drawn) => drawn.join('')),
        { seed: 1, numRuns: 5_000 },
      ),
    ];
    const shown = await readTexts(
      'arrayMap(text -> replaceRegexpAll(text, {hidden:String}, {shown:String}), {given:Array(String)})',
      { given: texts, hidden: hiddenMarkdownForRe2, shown: shownGroups },
    );
    const expected = texts.map((text) => {
      const ranges = findHiddenMarkdown(text);
      const starts = [0, ...ranges.map(({ end }) => end)];
      const ends = [...ranges.map(({ start }) => start), text.length];
      return joinRanges(
        text,
        starts.map((start, index) => ({ start, end: ends[index] ?? start })),
      );
    });
    const differences = texts.flatMap((text, index) =>
      shown[index] === expected[index] ? [] : [{ text, sql: shown[index], js: expected[index] }],
    );
    expect(differences.slice(0, 5)).toEqual([]);
    expect(new Set(expected).size).toBeGreaterThan(5_000);
  });

  it('count every citation for the same domain', async () => {
    const domains = [
      ...['medium.com/acme', 'other.medium.com/acme/x', 'github.io', 'github.io/acme', 'co.uk'],
      ...['acme.github.io', 'acme.github.io/docs', 'shop.acme.example', 'acme.example/shop/'],
      ...['myshopify.com/acme', 'compute.amazonaws.com', 'a.b.compute.amazonaws.com/x', 'www.ck/a'],
      ...['bücher.example/über', '[2001:db8::1]/a', '192.0.2.1/a', 'www.gov.uk/acme', 'com/acme'],
    ].map((domain) => readOwnDomain(domain) ?? domain);
    const hosts = [
      ...['medium.com', 'www.medium.com', 'other.medium.com', 'a.other.medium.com', 'github.io'],
      ...['acme.github.io', 'b.acme.github.io', 'shop.acme.example', 'new.shop.acme.example'],
      ...['acme.example', 'workshop.acme.example', 'acme.myshopify.com', 'www.acme.myshopify.com'],
      ...['b.compute.amazonaws.com', 'a.b.compute.amazonaws.com', 'c.a.b.compute.amazonaws.com'],
      ...['bücher.example', '[2001:db8::1]', '192.0.2.1', 'www.gov.uk', 'gov.uk', 'a.ck', 'co.uk'],
    ];
    const paths = [
      ...['', '/', '/acme', '/Acme/', '/acme-two', '/acme/x/y?a=.medium.com/acme/', '/x', '/a#/b'],
      ...[
        '/shop',
        '/shop/a',
        '/docs//',
        '/%C3%BCber/uns',
        '/medium.com/acme',
        ':8080/acme',
        '?acme',
      ],
    ];
    const cited = hosts.flatMap((host) =>
      paths.flatMap((path) => readCitation({ url: `https://${host}${path}`, title: '' }) ?? []),
    );
    expect(cited).toHaveLength(hosts.length * paths.length);
    const toBrand = (domain: string, index: number) =>
      ({
        id: `${index}`,
        siteId: '',
        name: '',
        aliases: [],
        role: 'competitor',
        domains: [domain],
      }) as const;
    for (const brands of [domains.map(toBrand), ...domains.map((domain) => [toBrand(domain, 0)])]) {
      const { sql, params } = citedDomainsOf({ details: { brands } });
      const separateDomains = findSeparateDomains(brands);
      expect(
        await readTexts(
          `(SELECT ${sql} FROM (SELECT {cited:Array(String)} AS domains, {places:Array(String)} AS pages))`,
          {
            ...params,
            cited: cited.map(({ domain }) => domain),
            places: cited.map(({ page }) => page),
          },
        ),
        separateDomains.join(' '),
      ).toEqual(cited.map(({ domain, page }) => countedDomainOf(domain, page, separateDomains)));
    }
  });
});

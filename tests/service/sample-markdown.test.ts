import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, test } from 'vitest';
import { generateSampleRecords } from '../../src/service/sample/records.ts';

const answers = [...generateSampleRecords('2026-03-08')].filter(
  (record) => record.type === 'answer',
);

/** The texts of a few answers of each platform in each region, with and without citations. */
const answerGroups = [
  ...Map.groupBy(answers, ({ platform, region, citations }) =>
    [platform, 'in', region, citations.length > 0 ? 'with' : 'without', 'citations'].join(' '),
  ).entries(),
].map(([kind, group]) => ({ kind, texts: group.slice(0, 5).map(({ text }) => text) }));

test.each(answerGroups)(
  'answers of $kind render without leftover Markdown, images or links to real sites',
  ({ texts }) => {
    for (const text of texts) {
      const html = renderToStaticMarkup(
        createElement(Markdown, { remarkPlugins: [remarkGfm] }, text),
      );
      const shown = html.replace(/<[^>]*>/g, '');
      expect(shown).not.toMatch(/[*#`]|\]\(|^- |^\d+\. /m);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => new URL(url ?? '').host);
      expect(links.filter((host) => !host.endsWith('.example'))).toEqual([]);
      expect(html).not.toContain('<img');
    }
  },
);

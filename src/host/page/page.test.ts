import { expect, it } from 'vitest';
import type { PageFacts } from '../../contract/page-facts.ts';
import { PageMissing, withFacts } from './page.ts';

const facts: PageFacts = {
  session: null,
  units: {},
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: '</script><script>alert(1)</script><!--', logo: null, accent: null },
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
};
const block = '<script type="application/json" id="page-facts"></script>';

it('keeps text that would end the block inside the block', () => {
  const document = withFacts(`<head>${block}</head>`, facts);
  const inside = /id="page-facts">(.*)<\/script><\/head>$/.exec(document)?.[1] ?? '';
  expect(inside).not.toContain('<');
  expect(JSON.parse(inside)).toEqual(facts);
});

it('leaves replacement patterns in a name as they are', () => {
  const named = { ...facts, brand: { ...facts.brand, name: "$& $' $1" } };
  expect(withFacts(block, named)).toContain("$& $' $1");
});

it('refuses a document without the block', () => {
  expect(() => withFacts('<head></head>', facts)).toThrow(PageMissing);
});

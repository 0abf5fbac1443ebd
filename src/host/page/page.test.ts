import { expect, it } from 'vitest';
import type { PageSettings } from '../../contract/page-settings.ts';
import { PageMissing, withSettings } from './page.ts';

const settings: PageSettings = {
  session: null,
  units: {},
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: '</script><script>alert(1)</script><!--', logo: null, accent: null },
  share: null,
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
};
const block = '<script type="application/json" id="page-settings"></script>';

it('escapes text that would end the settings block', () => {
  const document = withSettings(`<head>${block}</head>`, settings);
  const json = /id="page-settings">(.*)<\/script><\/head>$/.exec(document)?.[1] ?? '';
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual(settings);
});

it('leaves replacement patterns in a name as they are', () => {
  const namedSettings = { ...settings, brand: { ...settings.brand, name: "$& $' $1" } };
  expect(withSettings(block, namedSettings)).toContain("$& $' $1");
});

it('refuses a document without a settings block', () => {
  expect(() => withSettings('<head></head>', settings)).toThrow(PageMissing);
});

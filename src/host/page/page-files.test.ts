import { describe, expect, it } from 'vitest';
import { earlyTagsOf, linksOf, readPageFiles } from './page-files.ts';

const route = (name: string, part: string) => `src/dashboard/routes/${name}.tsx?tsr-split=${part}`;
const manifest = JSON.stringify({
  'index.html': {
    file: 'a/index.js',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['a/index.css'],
  },
  'src/dashboard/early.ts': {
    file: 'a/early.js',
    isEntry: true,
    imports: ['_shared.js', '_address.js'],
  },
  '_shared.js': { file: 'a/shared.js' },
  '_address.js': { file: 'a/address.js' },
  '_query.js': { file: 'a/query.js', imports: ['_shared.js'] },
  '_chart.js': { file: 'a/chart.js', imports: ['_shared.js', '_query.js'], css: ['a/chart.css'] },
  [route('sites.$siteId.timeline', 'loader')]: { file: 'a/loader.js', imports: ['_query.js'] },
  [route('sites.$siteId.timeline', 'component')]: { file: 'a/page.js', imports: ['_chart.js'] },
  [route('sites.$siteId', 'component')]: { file: 'a/site.js', imports: ['_shared.js'] },
  [route('clients.index', 'component')]: { file: 'a/clients.js', imports: ['index.html'] },
  'src/dashboard/clients/list/figure-cells.tsx': {
    file: 'a/cells.js',
    imports: ['_shared.js', '_query.js'],
    css: ['a/cells.css'],
  },
  [route('sign-in', 'component')]: { file: 'a/sign-in.js' },
});
const filesOf = readPageFiles(manifest);

describe('the files of a page', () => {
  it('are listed once each, and include files of the entry only for the early script', () => {
    expect(filesOf('/sites/some.id/timeline')).toEqual({
      early: ['a/early.js', 'a/shared.js', 'a/address.js'],
      first: ['a/loader.js', 'a/query.js'],
      later: ['a/page.js', 'a/chart.js', 'a/site.js'],
      styles: ['a/chart.css'],
      parts: [],
      partStyles: [],
    });
    expect(filesOf('/clients')).toEqual({
      early: [],
      first: [],
      later: ['a/clients.js'],
      styles: [],
      parts: ['a/cells.js', 'a/query.js'],
      partStyles: ['a/cells.css'],
    });
    expect(filesOf('/clients/')).toEqual(filesOf('/clients'));
  });

  it('are those of the site’s page for an address with its client', () => {
    expect(filesOf('/clients/c/sites/some.id/timeline')).toEqual(
      filesOf('/sites/some.id/timeline'),
    );
  });

  it.each([
    '/',
    '/clients/x',
    '/sites/a',
    '/sites/a/b/timeline',
    '/clients/c/sites',
    '/sites//timeline',
    '/sign-inn',
    '/__proto__',
  ])('are unknown for %s, which matches no route in the manifest', (path) => {
    expect(filesOf(path)).toBeNull();
  });

  it('are unknown without a valid manifest', () => {
    expect(readPageFiles('{"index.html":{"file":1}}')('/clients')).toBeNull();
    expect(readPageFiles('{}')('/clients')).toBeNull();
    expect(readPageFiles('{"index.html":')('/clients')).toBeNull();
  });

  it('become links, with those for requesting data first', () => {
    const files = filesOf('/sites/x/timeline');
    expect(files && linksOf(files)).toBe(
      [
        '<link rel="modulepreload" crossorigin href="/a/loader.js">',
        '<link rel="modulepreload" crossorigin href="/a/query.js">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/a/page.js">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/a/chart.js">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/a/site.js">',
        '<link rel="stylesheet" crossorigin href="/a/chart.css">',
      ].join(''),
    );
  });

  it('become links that preload the parts of a page last', () => {
    const files = filesOf('/clients');
    expect(files && linksOf(files)).toBe(
      [
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/a/clients.js">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/a/cells.js">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/a/query.js">',
        '<link rel="preload" as="style" fetchpriority="low" crossorigin href="/a/cells.css">',
      ].join(''),
    );
  });

  it('become tags that load the early script, if the page has one', () => {
    const files = filesOf('/sites/x/timeline');
    expect(files && earlyTagsOf(files)).toBe(
      [
        '<script type="module" async crossorigin src="/a/early.js"></script>',
        '<link rel="modulepreload" crossorigin href="/a/shared.js">',
        '<link rel="modulepreload" crossorigin href="/a/address.js">',
      ].join(''),
    );
    const clients = filesOf('/clients');
    expect(clients && earlyTagsOf(clients)).toBe('');
  });
});

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { pageParts } from '../../src/contract/page-parts.ts';
import { weightsOf } from './weights.ts';

const dist = resolve(import.meta.dirname, '../../dist');

/** The size of a built file in bytes: that of its gzipped copy if there is one. */
const sizeOf = (file: string): number => {
  const path = resolve(dist, file);
  const compressed = statSync(`${path}.gz`, { throwIfNoEntry: false });
  return (compressed ?? statSync(path)).size;
};
const manifest = readFileSync(resolve(dist, 'manifest.json'), 'utf8');

const plotSource = 'src/dashboard/site/chart/plot.tsx';

it.each([
  ['/sign-in', 127_700],
  ['/clients', 134_900],
  ['/clients/x/sites', 131_200],
  ['/sites/x/timeline', 268_000],
  ['/sites/x/matrix', 188_500],
  ['/sites/x/answers', 185_900],
  ['/sites/x/report', 179_500],
  ['/sites/x/scans', 189_000],
  ['/sites/x/setup', 207_600],
  ['/clients/new', 207_800],
])('the scripts of %s are at most %i bytes gzipped', (path, limit) => {
  const { scripts, onDemand, totalWith } = weightsOf(manifest, path, sizeOf);
  expect(scripts.length).toBeGreaterThan(3);
  // The timeline loads its chart right after the figures above it, so the chart counts as a script of the page.
  const plot = onDemand.filter(({ source }) => source === plotSource);
  expect(plot).toHaveLength(path.endsWith('/timeline') ? 1 : 0);
  const list = [...scripts, ...plot].map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
  expect(totalWith(plot), list).toBeLessThanOrEqual(limit);
});

/**
 * Parts that do not count towards a page: other pages, the code that applies an accent colour or starts a share's page,
 * the drawer that creates shares, and the progress of scans, which few keys see.
 */
const otherParts =
  /\/routes\/|\/start-optional\.ts|\/share\/share-drawer|\/dashboard\/scans\/|scan-watch/;
const isOwnPart = ({ source }: { source: string }): boolean => !otherParts.test(source);

it('the scripts of the clients page with its figures are at most 162,100 bytes gzipped', () => {
  const { onDemand, totalWith } = weightsOf(manifest, '/clients', sizeOf);
  const figures = onDemand.filter(({ source }) => /figures-code|figure-cells/.test(source));
  expect(figures).toHaveLength(2);
  expect(totalWith(figures)).toBeLessThanOrEqual(162_100);
});

it('the scripts of the timeline with its on-demand parts are at most 314,300 bytes gzipped', () => {
  const { onDemand, totalWith } = weightsOf(manifest, '/sites/x/timeline', sizeOf);
  const ownParts = onDemand.filter(isOwnPart);
  expect(ownParts.map(({ source }) => source)).toContain(plotSource);
  expect(totalWith(ownParts)).toBeLessThanOrEqual(314_300);
});

it('the scripts that a download from the timeline adds are at most 15,900 bytes gzipped', () => {
  const { scripts, onDemand } = weightsOf(manifest, '/sites/x/timeline', sizeOf);
  const loadedFiles = new Set([...scripts, ...onDemand].map(({ file }) => file));
  const sources: Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }> =
    JSON.parse(manifest);
  const addedFiles = new Set<string>();
  const visit = (source: string) => {
    const { file = '', imports = [], dynamicImports = [] } = sources[source] ?? {};
    if (loadedFiles.has(file) || addedFiles.has(file)) return;
    addedFiles.add(file);
    for (const imported of [...imports, ...dynamicImports]) visit(imported);
  };
  visit('src/dashboard/site/export/timeline-files.tsx');
  expect(addedFiles.size).toBeGreaterThan(1);
  const total = [...addedFiles].reduce((sum, file) => sum + sizeOf(file), 0);
  expect(total).toBeLessThanOrEqual(15_900);
});

/** The total size of the style sheets that `isCounted` selects by the source of their chunk and by their name. */
const sizeOfStyles = (isCounted: (source: string, file: string) => boolean): number => {
  const chunks = Object.entries<{ css?: string[] }>(JSON.parse(manifest));
  const files = new Set(
    chunks.flatMap(([source, { css = [] }]) => css.filter((file) => isCounted(source, file))),
  );
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
};
const isShareStyle = (source: string): boolean => /\/share(-viewer)?\//.test(source);
const isAnswersStyle = (source: string): boolean => /[/.]answers[/.]/.test(source);
const isScansStyle = (source: string, file: string): boolean =>
  /[/.]scans[/.]/.test(source) || file.includes('/scans-');
/** The set-up shows the cover of a report too. */
const isReportStyle = (source: string, file: string): boolean =>
  /[/.]report[/.]/.test(source) || file.includes('/cover-');
const isSetupStyle = (_source: string, file: string): boolean =>
  /\/(?:setup|where-and-when|danger-button)-/.test(file);

it('all styles except those of answers, scans, set-ups, shares and the report are at most 20,800 bytes gzipped', () => {
  const isOther = (source: string, file: string) =>
    ![isAnswersStyle, isReportStyle, isScansStyle, isSetupStyle, isShareStyle].some((isOne) =>
      isOne(source, file),
    );
  expect(sizeOfStyles(isOther)).toBeLessThanOrEqual(20_800);
});

it('the styles of the report are at most 2,600 bytes gzipped', () => {
  const size = sizeOfStyles(isReportStyle);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(2_600);
});

it('the styles of scans are at most 1,700 bytes gzipped', () => {
  const size = sizeOfStyles(isScansStyle);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(1_700);
});

it('the styles of set-ups are at most 3,200 bytes gzipped', () => {
  const size = sizeOfStyles(isSetupStyle);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(3_200);
});

it('the scripts of the report with its on-demand parts are at most 231,000 bytes gzipped', () => {
  const { onDemand, totalWith } = weightsOf(manifest, '/sites/x/report', sizeOf);
  const ownParts = onDemand.filter(isOwnPart);
  expect(ownParts.map(({ source }) => source)).toContain(
    'src/dashboard/site/report/document-part.tsx',
  );
  expect(totalWith(ownParts)).toBeLessThanOrEqual(231_000);
});

it('the styles of the answers page are at most 2,500 bytes gzipped', () => {
  const size = sizeOfStyles(isAnswersStyle);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(2_500);
});

// 12 kB are the names of all HTML entities, which load with the Markdown parser: the content security policy forbids the
// smaller way of decoding them, which is to have the browser parse HTML.
it('the scripts of the answers page with its on-demand parts are at most 274,600 bytes gzipped', () => {
  const { onDemand, totalWith } = weightsOf(manifest, '/sites/x/answers', sizeOf);
  const ownParts = onDemand.filter(isOwnPart);
  expect(ownParts.map(({ source }) => source)).toContain(
    'src/dashboard/site/answers/answer-text.tsx',
  );
  expect(totalWith(ownParts)).toBeLessThanOrEqual(274_600);
});

it('every part that a document preloads was built, for a page that was built', () => {
  const sources: Record<string, { dynamicImports?: string[] }> = JSON.parse(manifest);
  const onDemand = Object.values(sources).flatMap(({ dynamicImports = [] }) => dynamicImports);
  for (const [name, parts] of Object.entries(pageParts)) {
    expect(sources).toHaveProperty([`src/dashboard/routes/${name}.tsx?tsr-split=component`]);
    expect(onDemand).toEqual(expect.arrayContaining([...parts]));
  }
});

it.each([
  ['src/dashboard/share-viewer/start.tsx', 3_500],
  ['src/dashboard/site/share/share-drawer.tsx', 3_500],
])('%s, loaded on demand, is at most %i bytes gzipped', (part, limit) => {
  const { [part]: chunk }: Record<string, { file: string }> = JSON.parse(manifest);
  expect(sizeOf(chunk?.file ?? '')).toBeLessThanOrEqual(limit);
});

it('the styles of shares are at most 700 bytes gzipped', () => {
  const size = sizeOfStyles(isShareStyle);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(700);
});

it('no built file imports itself, directly or through other files', () => {
  const files: Record<string, { imports?: string[] }> = JSON.parse(manifest);
  const cycles: string[] = [];
  const visitedFiles = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (path.includes(file) || visitedFiles.has(file)) return;
    for (const imported of files[file]?.imports ?? []) visit(imported, [...path, file]);
    visitedFiles.add(file);
  };
  for (const file of Object.keys(files)) visit(file, []);
  expect(visitedFiles.size).toBeGreaterThan(20);
  // In a cycle, the file that runs first could use imported values before they are initialised.
  expect(cycles).toEqual([]);
});

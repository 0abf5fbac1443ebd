import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const readText = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** The cells of all body rows of a document's tables. */
function rowsOf(markdown: string): string[][] {
  const lines = markdown.split('\n');
  const isDelimiterRow = (line: string | undefined) => /^\|[-|]+$/.test(line ?? '');
  return lines
    .filter(
      (line, at) => line.startsWith('|') && !isDelimiterRow(line) && !isDelimiterRow(lines[at + 1]),
    )
    .map((line) => line.split('|').slice(1, -1));
}

/** Finds the files and test titles in a cell such as "`a.test.ts`: “one”, “two”; `b.test.ts`". */
function findTests(cell: string): { file: string; titles: string[] }[] {
  const tests: { file: string; titles: string[] }[] = [];
  for (const [, file, title] of cell.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (file !== undefined) tests.push({ file, titles: [] });
    if (title !== undefined) tests.at(-1)?.titles.push(title);
  }
  return tests;
}

/** Describes each file and test title that a cell names but that does not exist. */
const findMissingTests = (cell: string, folderOf: (file: string) => string): string[] =>
  findTests(cell).flatMap(({ file, titles }) => {
    const path = folderOf(file) + file;
    if (!existsSync(resolve(root, path))) return [`no ${path}`];
    const source = titles.length === 0 ? '' : readText(path);
    const absentTitles = titles.filter((title) => !source.includes(title));
    return absentTitles.map((title) => `${path}: no “${title}”`);
  });

it('every row of the table in SECURITY.md names existing tests', () => {
  const rows = rowsOf(readText('SECURITY.md'));
  expect(rows.length).toBeGreaterThan(25);
  const missingTests = rows.flatMap((cells) => {
    const tests = cells.at(-1) ?? '';
    if (findTests(tests).length === 0) return [`${cells[0]?.trim()}: no test`];
    return findMissingTests(tests, () => '');
  });
  expect(missingTests).toEqual([]);
});

it('the evidence in docs/accessibility.md exists', () => {
  const rows = rowsOf(readText('docs/accessibility.md')).filter((cells) => cells.length === 4);
  expect(rows.length).toBeGreaterThan(40);
  const folderOf = (file: string) => (file.startsWith('e2e/') ? '' : 'src/dashboard/');
  expect(rows.flatMap((cells) => findMissingTests(cells.at(-1) ?? '', folderOf))).toEqual([]);
});

it('every file under src, tests, docs or e2e that CONTRIBUTING.md names exists', () => {
  const files = [...readText('CONTRIBUTING.md').matchAll(/`((?:src|tests|docs|e2e)\/[^`]+)`/g)];
  expect(files.length).toBeGreaterThan(15);
  expect(
    files.map(([, file = '']) => file).filter((file) => !existsSync(resolve(root, file))),
  ).toEqual([]);
});

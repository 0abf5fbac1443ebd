import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../src/host/config.ts';

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

/** Paths of all documents, relative to the project's root. */
const documents = ['', 'docs'].flatMap((folder) =>
  readdirSync(resolve(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The text without blocks of code, which may contain what looks like a link or a heading. */
const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

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
  const folderOf = (file: string) =>
    file.startsWith('e2e/') ? '' : file.startsWith('figures/') ? 'src/' : 'src/dashboard/';
  expect(rows.flatMap((cells) => findMissingTests(cells.at(-1) ?? '', folderOf))).toEqual([]);
});

it('every file of this project that a document names exists', () => {
  const folders = ['src', 'tests', 'e2e', 'docs', 'bench', '.ci'];
  const files = [
    ...readdirSync(root),
    ...folders.flatMap((folder) =>
      readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    ),
  ];
  const names = documents.flatMap((path) =>
    [
      ...readText(path).matchAll(/`((?:[\w.-]+\/)*\w[\w.-]*\.(?:tsx?|css|md))`/g),
      ...readText(path).matchAll(/`((?:src|tests|e2e|docs|bench)\/[^`*]+?)\/?`/g),
    ].map(([, name = '']) => ({ path, name })),
  );
  expect(names.length).toBeGreaterThan(50);
  const isMissing = ({ name }: { name: string }) =>
    !files.some((file) => file === name || file.endsWith(`/${name}`));
  expect(names.filter(isMissing)).toEqual([]);
});

it('every link between documents leads to an existing file and heading', () => {
  const links = documents.flatMap((path) =>
    [...withoutCode(readText(path)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ path, target }))
      .filter(({ target }) => !/^https?:/.test(target)),
  );
  expect(links.length).toBeGreaterThan(50);
  const isBroken = ({ path, target }: { path: string; target: string }) => {
    const [file = '', anchor] = target.split('#');
    const linkedPath =
      file === '' ? path : relative(root, resolve(root, dirname(path), decodeURIComponent(file)));
    if (!existsSync(resolve(root, linkedPath))) return true;
    return anchor !== undefined && !anchorsOf(withoutCode(readText(linkedPath))).includes(anchor);
  };
  expect(links.filter(isBroken)).toEqual([]);
});

it('every npm script that a document names exists', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
  const names = documents.flatMap((path) =>
    [...readText(path).matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(50);
  expect([...new Set(names)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

it('docs/settings.md lists the settings that the host reads, with their defaults', () => {
  const namesRead = new Set<string>();
  const unsetConfig = readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          namesRead.add(String(name));
          return undefined;
        },
      },
    ),
  );
  const codeOf = (cell = '') => /^ `([^`]+)` $/.exec(cell)?.[1];
  const rows = rowsOf(readText('docs/settings.md'));
  expect(rows.map(([name]) => codeOf(name)).sort()).toEqual([...namesRead].sort());
  const defaults = rows.map(([name, value]) => [codeOf(name), codeOf(value)]);
  expect(defaults.filter(([, value]) => value !== undefined).length).toBeGreaterThan(5);
  expect(readConfig(Object.fromEntries(defaults))).toEqual(unsetConfig);
});

it('docs/decisions.md gives a reason for every package except types', () => {
  const packages: Record<string, Record<string, string> | undefined> = JSON.parse(
    readText('package.json'),
  );
  const names = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(packages[kind] ?? {}),
  );
  const section = readText('docs/decisions.md').split('## Packages')[1] ?? '';
  const listedNames = rowsOf(section).flatMap(([cell = '']) => cell.trim().split(', '));
  expect(listedNames.sort()).toEqual(names.filter((name) => !name.startsWith('@types/')).sort());
});

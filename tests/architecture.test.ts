import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFaults, type Sources } from './architecture-rules.ts';

const root = resolve(import.meta.dirname, '..');
const folders = ['src', 'tests', 'e2e', 'public'];
const files = ['index.html', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'vite.config.ts'];
const textFilePattern = /\.(?:tsx?|css|html|md|json|svg|txt)$/;

function readProjectSources(): Sources {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && textFilePattern.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  return new Map(
    [...paths, ...files].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

describe('the project', () => {
  it('violates none of the architecture rules', () => {
    const sources = readProjectSources();
    expect([...sources.keys()].filter((path) => path.startsWith('src/')).length).toBeGreaterThan(
      50,
    );
    expect(findFaults(sources)).toEqual([]);
  });
});

describe('the rules', () => {
  const findFaultsIn = (sources: Record<string, string>): string[] =>
    findFaults(new Map(Object.entries(sources)));
  const findFaultsInFile = (path: string, text: string): string[] => findFaultsIn({ [path]: text });

  it.each([
    ['src/contract/a.ts', "import { z } from 'zod';"],
    ['src/contract/a.ts', "import { readFile } from 'node:fs';"],
    ['src/contract/a.ts', "import type { Store } from '../service/store.ts';"],
    ['src/contract/a.ts', "import type { Comparison } from '../figures/a.ts';"],
    ['src/figures/a.ts', "import { useMemo } from 'react';"],
    ['src/figures/a.ts', "import * as v from 'valibot';"],
    ['src/figures/a.ts', "import { hash } from 'node:crypto';"],
    ['src/figures/a.ts', "import type { Look } from '../dashboard/a.ts';"],
    ['src/figures/a.ts', "import type { Store } from '../service/a.ts';"],
    ['src/figures/a.ts', 'export const load = () => fetch("/");'],
    ['src/dashboard/a.ts', "import '../service/app.ts';"],
    ['src/dashboard/a.ts', "const app = () => import('../host/app.ts');"],
    ['src/dashboard/a.ts', "type App = import('../service/app.ts').App;"],
    ['src/dashboard/a.ts', "export { app } from '../../tests/x.ts'; const a = 1;"],
    ['src/dashboard/a.tsx', "import { join } from 'node:path';"],
    ['src/service/a.ts', "import { readConfig } from '../host/config.ts';"],
    ['src/service/a.ts', "import React from 'react';"],
    ['src/service/a.ts', "import '@tanstack/react-query-devtools';"],
    ['src/service/a.ts', "import OpenAI from 'openai';"],
    ['src/service/a.ts', "import { type Tool } from '@google/genai';"],
    ['src/host/a.ts', "import type { Response } from 'openai/resources/responses/responses';"],
    ['src/host/a.ts', "import '../dashboard/main.tsx';"],
    ['src/cellar/a.ts', "import 'valibot';"],
  ])('forbid in %s: %s', (path, text) => {
    expect(findFaultsInFile(path, text)).toEqual([expect.stringContaining(path)]);
  });

  it.each([
    ['src/contract/a.ts', "import * as v from 'valibot'; import './b.ts';"],
    ['src/dashboard/a.ts', "import { x } from '../contract/a.ts'; import 'react-dom/client';"],
    ['src/figures/a.ts', "import { x } from '../contract/a.ts'; import './series/b.ts';"],
    ['src/dashboard/a.tsx', "import { x } from '../figures/a.ts';"],
    ['src/service/a.ts', "import { x } from '../figures/a.ts';"],
    ['src/host/a.ts', "import { x } from '../figures/a.ts';"],
    ['src/host/a.ts', "import '../service/a.ts'; import '../contract/a.ts'; import 'node:fs';"],
    ['src/service/a.ts', "import type { Response } from 'openai/resources/responses/responses';"],
    ['src/dashboard/a.tsx', "const tools = () => import('@tanstack/react-query-devtools');"],
    ['src/dashboard/a.test.ts', "import '../service/a.ts'; import 'vitest';"],
    ['src/dashboard/api/request.ts', 'export const send = () => fetch("/");'],
    ['src/dashboard/a.ts', 'const refetch = 1; const text = "fetch"; // fetch'],
    ['src/host/a.ts', 'await fetch("http://a");'],
    ['src/host/a.ts', "export { a } from './b.ts'; export const c = 1;"],
  ])('allow in %s: %s', (path, text) => {
    expect(findFaultsInFile(path, text)).toEqual([]);
  });

  it.each([
    'fetch("/a")',
    'globalThis.fetch("/a")',
    'window.fetch("/a")',
    'self["fetch"]("/a")',
    'const { fetch: send } = globalThis',
    'const send = fetch',
    'new XMLHttpRequest()',
    'navigator.sendBeacon("/a")',
    'new EventSource("/a")',
  ])('find network calls outside the request module: %s', (text) => {
    expect(findFaultsInFile('src/dashboard/timeline/a.tsx', text)).not.toEqual([]);
    expect(findFaultsInFile('src/dashboard/api/site-queries.ts', text)).not.toEqual([]);
  });

  it.each([
    "const path = '/v1/clients';",
    "fillPath('/sightline/v1/sites/{siteId}/answers', { siteId })",
    'const path = `/v1/sites/$` + siteId;',
  ])('find the path of an endpoint outside the contract: %s', (text) => {
    expect(findFaultsInFile('src/dashboard/api/a.ts', text)).toHaveLength(1);
    expect(findFaultsInFile('src/contract/a.ts', text)).toEqual([]);
    expect(findFaultsInFile('src/dashboard/a.test.ts', text)).toEqual([]);
  });

  it.each([
    "export * from './b.ts';",
    "export { b } from './b.ts';",
    "export * as b from './b.ts';",
  ])('find a barrel: %s', (text) => {
    expect(findFaultsInFile('src/host/a.ts', text)).toEqual(['src/host/a.ts is a barrel']);
  });

  it('report a cycle once, even if it passes through a type import', () => {
    expect(
      findFaultsIn({
        'src/host/a.ts': "import { b } from './b.ts';",
        'src/host/b.ts': "import type { C } from './c/c.ts';",
        'src/host/c/c.ts': "export { a } from '../a.ts'; const c = 1;",
        'src/host/d.ts': "import './a.ts';",
      }),
    ).toEqual(['cycle: src/host/a.ts → src/host/b.ts → src/host/c/c.ts → src/host/a.ts']);
  });

  it('report a cycle of folders at any depth, but ignore imports in tests', () => {
    const files = {
      'src/host/page/a.ts': "import '../http/a.ts';",
      'src/host/http/a.ts': "import '../config.ts';",
      'src/host/config.ts': "import './access/a.ts';",
      'src/host/access/a.ts': '',
      'src/host/access/b.ts': "import '../page/b.ts';",
      'src/host/page/b.ts': '',
    };
    const cycle =
      'cycle: src/host/page → src/host/http → src/host/config.ts → src/host/access → src/host/page';
    expect(findFaultsIn(files)).toEqual([cycle]);
    const inTest = {
      'src/host/access/b.ts': '',
      'src/host/access/b.test.ts': "import '../page/b.ts';",
    };
    expect(findFaultsIn({ ...files, ...inTest })).toEqual([]);
  });

  it.each(['src/host/utils/a.ts', 'src/dashboard/helpers.ts', 'tests/common/a.ts', 'e2e/misc.ts'])(
    'find a vague name: %s',
    (path) => {
      expect(findFaultsInFile(path, '')).toHaveLength(1);
    },
  );

  it.each([
    ['..', 'shared', 'data'],
    ['', 'work', 'main'],
    ['', 'home', 'ann'],
    ['', 'Users', 'ann'],
  ])('find a path outside the project: %s/%s/%s', (...parts) => {
    expect(findFaultsInFile('README.md', `see ${parts.join('/')} for more`)).toHaveLength(1);
  });
});

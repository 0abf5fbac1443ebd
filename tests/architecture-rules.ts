import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** Texts of files by their path relative to the project's root, such as `src/host/main.ts`. */
export type Sources = ReadonlyMap<string, string>;

interface Layer {
  /** Other layers that this one may import from. */
  layers: readonly string[];
  /** Packages it may import, by name without a subpath. */
  packages: readonly string[];
  /** Packages that it may import in development only: the build has nothing of them. */
  developmentPackages?: readonly string[];
  /** Packages from which it may import types only: production does not install them. */
  typePackages?: readonly string[];
  /** Whether it may import Node's built-in modules. */
  canUseNode: boolean;
}

const layers: Readonly<Record<string, Layer>> = {
  contract: {
    layers: [],
    packages: ['date-fns-tz', 'decode-named-character-reference', 'valibot'],
    canUseNode: false,
  },
  figures: { layers: ['contract'], packages: [], canUseNode: false },
  dashboard: {
    layers: ['contract', 'figures'],
    packages: [
      '@fontsource-variable/inter',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'diff',
      'lucide-react',
      'papaparse',
      'react',
      'react-dom',
      'react-markdown',
      'recharts',
      'remark-gfm',
      'valibot',
    ],
    developmentPackages: ['@tanstack/react-query-devtools'],
    canUseNode: false,
  },
  service: {
    layers: ['contract', 'figures'],
    packages: [
      '@clickhouse/client',
      'chdb',
      'cldr-core',
      'cldr-subdivisions-full',
      'decode-named-character-reference',
      'eld',
      'hono',
      'lru-cache',
      'papaparse',
      'tldts',
      'vader-sentiment',
      'valibot',
    ],
    typePackages: ['@anthropic-ai/sdk', '@google/genai', '@perplexity-ai/perplexity_ai', 'openai'],
    canUseNode: true,
  },
  host: {
    layers: ['contract', 'figures', 'service'],
    packages: [
      '@hono/node-server',
      'hono',
      'jose',
      'lru-cache',
      'pino',
      'prom-client',
      'valibot',
      'vite',
    ],
    canUseNode: true,
  },
};

/** The packages that a layer may import, without those for development only. */
export const packagesOf = (
  layer: 'contract' | 'dashboard' | 'service' | 'host',
): readonly string[] => layers[layer]?.packages ?? [];

const requestFile = 'src/dashboard/api/request.ts';
/** The path of an endpoint, which the dashboard must take from the contract. */
const endpointPathPattern = /^(?:\/sightline)?\/v1\b/;
/** Browser APIs that send requests. */
const senderApis = ['fetch', 'XMLHttpRequest', 'sendBeacon', 'EventSource', 'WebSocket'];
const vagueNamePattern = /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\/|\.|$)/;
/** Paths that exist on one developer's machine, but not in a clone of the project. */
const outsidePathPattern = /\.\.\/shared\b|(?<![\w.])\/(?:work|home|root|Users)\/\w/;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isGenerated = (path: string): boolean => path.endsWith('.gen.ts');
const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !path.endsWith('.d.ts');
const layerOf = (path: string): string | null => /^src\/(\w+)\//.exec(path)?.[1] ?? null;
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

interface Module {
  /** Specifiers of static, type and dynamic imports and of re-exports, as written. */
  imports: readonly string[];
  /** Those of `imports` from which only types are imported, with `import type`. */
  typeImports: ReadonlySet<string>;
  hasStarReexport: boolean;
  hasOnlyReexports: boolean;
  senderNames: readonly string[];
  /** Paths of endpoints, as written. */
  endpointPaths: readonly string[];
}

function readModule(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: string[] = [];
  const valueImports = new Set<string>();
  const senderNames: string[] = [];
  const endpointPaths: string[] = [];
  const addPath = (value: unknown): void => {
    if (typeof value === 'string' && endpointPathPattern.test(value)) endpointPaths.push(value);
  };
  const addLiteral = (literal: { value?: unknown }): void => addPath(literal.value);
  const addTemplate = ({ value }: ESTree.TemplateElement): void => addPath(value.cooked);
  const addImport = (node: {
    source: { type: string; value?: unknown } | null;
    importKind?: string;
  }): void => {
    const name = node.source?.type === 'Literal' ? node.source.value : undefined;
    if (typeof name !== 'string') return;
    imports.push(name);
    if (node.importKind !== 'type') valueImports.add(name);
  };
  const addSender = (name: unknown): void => {
    if (typeof name === 'string' && senderApis.includes(name)) senderNames.push(name);
  };
  const checkName = ({ name }: { name: string }): void => addSender(name);
  const checkMember = ({ computed, property }: ESTree.MemberExpression): void => {
    if (computed && property.type === 'Literal') addSender(property.value);
  };
  new Visitor({
    ImportDeclaration: addImport,
    ExportNamedDeclaration: addImport,
    ExportAllDeclaration: addImport,
    ImportExpression: addImport,
    TSImportType: addImport,
    Identifier: checkName,
    MemberExpression: checkMember,
    Literal: addLiteral,
    TemplateElement: addTemplate,
  }).visit(program);
  const reexports = program.body.filter(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.source !== null),
  );
  return {
    imports,
    typeImports: new Set(imports).difference(valueImports),
    senderNames,
    endpointPaths,
    hasStarReexport: reexports.some((node) => node.type === 'ExportAllDeclaration'),
    hasOnlyReexports: reexports.length > 0 && reexports.length === program.body.length,
  };
}

function findImportFaults(
  path: string,
  layer: string,
  name: string,
  isTypeImport: boolean,
): string[] {
  const rules = layers[layer];
  if (rules === undefined) return [`${path} does not belong to a layer`];
  if (name.startsWith('.')) {
    const target = posix.join(posix.dirname(path), name);
    const targetLayer = layerOf(target);
    const isAllowed =
      targetLayer === layer || (targetLayer !== null && rules.layers.includes(targetLayer));
    return isAllowed ? [] : [`${path} imports ${target}, which ${layer} may not import`];
  }
  if (name.startsWith('node:'))
    return rules.canUseNode ? [] : [`${path} imports ${name}, which ${layer} may not import`];
  const packages = [
    ...rules.packages,
    ...(rules.developmentPackages ?? []),
    ...(isTypeImport ? (rules.typePackages ?? []) : []),
  ];
  return packages.includes(packageOf(name))
    ? []
    : [`${path} imports ${name}, which ${layer} may not import`];
}

function findModuleFaults(path: string, module: Module): string[] {
  const faults: string[] = [];
  if (module.hasStarReexport || module.hasOnlyReexports) faults.push(`${path} is a barrel`);
  const layer = layerOf(path);
  if (layer === null || isTest(path)) return faults;
  for (const name of module.imports)
    faults.push(...findImportFaults(path, layer, name, module.typeImports.has(name)));
  if (layer !== 'dashboard' && layer !== 'figures') return faults;
  if (path !== requestFile) {
    for (const sender of module.senderNames)
      faults.push(`${path} sends requests itself: ${sender}`);
  }
  for (const endpointPath of module.endpointPaths)
    faults.push(`${path} contains the path of an endpoint: ${endpointPath}`);
  return faults;
}

/** The files or folders that each file or folder imports. */
type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Collects the imports between the given files, type imports included. */
function collectImports(modules: ReadonlyMap<string, Module>): ImportGraph {
  const graph = new Map<string, Set<string>>();
  for (const [path, { imports }] of modules) {
    const targets = imports
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.join(posix.dirname(path), name));
    graph.set(path, new Set(targets.filter((target) => modules.has(target))));
  }
  return graph;
}

/**
 * Creates a graph for each folder, of the imports between its entries. A file in a subfolder counts as that subfolder.
 * Ignores tests.
 */
function groupImportsByFolder(files: ImportGraph): ImportGraph[] {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const [path, targets] of files) {
    if (isTest(path) || layerOf(path) === null) continue;
    const parts = path.split('/');
    for (const target of targets) {
      const targetParts = target.split('/');
      const depth = parts.findIndex((part, at) => part !== targetParts[at]);
      if (depth === -1) continue;
      const folder = parts.slice(0, depth).join('/');
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      const from = parts.slice(0, depth + 1).join('/');
      graph.set(
        from,
        (graph.get(from) ?? new Set()).add(targetParts.slice(0, depth + 1).join('/')),
      );
      graphs.set(folder, graph);
    }
  }
  return [...graphs.values()];
}

/** Finds cycles, each as a chain that ends where it begins; may omit some that overlap. */
function findCycles(graph: ImportGraph): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, chain: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cycles.push(`cycle: ${[...chain.slice(chain.indexOf(path)), path].join(' → ')}`);
      return;
    }
    state.set(path, 'open');
    for (const target of graph.get(path) ?? []) visit(target, [...chain, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

/** Finds and describes violations of the architecture rules. */
export function findFaults(sources: Sources): string[] {
  const faults: string[] = [];
  const modules = new Map<string, Module>();
  for (const [path, text] of sources) {
    if (vagueNamePattern.test(path)) faults.push(`${path} has a vague name`);
    const outsidePath = outsidePathPattern.exec(text);
    if (outsidePath) faults.push(`${path} contains a path outside the project: ${outsidePath[0]}`);
    if (!isCode(path) || isGenerated(path)) continue;
    const module = readModule(path, text);
    modules.set(path, module);
    faults.push(...findModuleFaults(path, module));
  }
  const imports = collectImports(modules);
  const cycles = findCycles(imports);
  // Folders are checked only if no files form a cycle, since such a cycle may also be one of folders.
  return [
    ...faults,
    ...(cycles.length > 0 ? cycles : groupImportsByFolder(imports).flatMap(findCycles)),
  ];
}

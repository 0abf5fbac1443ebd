/**
 * The source files of parts that a page loads on demand whenever it has data, by the name of its route's file. The
 * document preloads them, so that they do not wait until the page has rendered.
 */
export const pageParts: Readonly<Record<string, readonly string[]>> = {
  'clients.index': [
    'src/dashboard/clients/list/figures-code.ts',
    'src/dashboard/clients/list/figure-cells.tsx',
    'src/dashboard/clients/list/figure-definition.tsx',
    'src/figures/comparison/changes-in-scans.ts',
  ],
  'sites.$siteId.report': [
    'src/dashboard/site/report/document-part.tsx',
    'src/dashboard/site/comparison/load-changes.ts',
    'src/figures/comparison/changes-in-scans.ts',
  ],
};

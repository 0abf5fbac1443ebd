import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createServer } from 'vite';
import { type OpenPage, withSettings } from './page/page.ts';
import { run } from './process/run.ts';

const root = resolve(import.meta.dirname, '../..');

/** Serves the dashboard from its sources, with hot reload through the host's own server and port. */
const openSources: OpenPage = async (server) => {
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: { server }, hmr: { server } },
  });
  return {
    renderDocument: async (settings, path) => {
      const source = await readFile(resolve(root, 'index.html'), 'utf8');
      return withSettings(await vite.transformIndexHtml(path, source), settings);
    },
    assets: { respond: () => null },
    // Hot reload needs inline scripts and styles.
    contentSecurityPolicy: "frame-ancestors 'none'",
    interceptRequest: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    close: () => vite.close(),
  };
};

await run(openSources);

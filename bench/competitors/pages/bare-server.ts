import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The pages, which are the last parts of their addresses. */
const pages = ['timeline', 'clients', 'sources', 'answers', 'report'];

/**
 * Builds the bare pages and serves them compressed with Brotli, like the dashboard's own files. API calls are forwarded
 * to a host with the key added, and the host's responses are passed on without decompressing them.
 * @param hostUrl where API calls are forwarded
 * @returns the bare server's URL, and a function that stops it
 */
export async function startBareServer(hostUrl: string, key: string) {
  const outDir = await mkdtemp(join(tmpdir(), 'sightline-bare-'));
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        input: pages.map((page) => join(import.meta.dirname, 'bare', `${page}.html`)),
      },
    },
  });
  const files = new Map<string, Buffer>();
  const readCompressed = async (path: string) => {
    const compressed = files.get(path) ?? brotliCompressSync(await readFile(join(outDir, path)));
    files.set(path, compressed);
    return compressed;
  };
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (/^\/(?:sightline\/)?v1\//.test(path)) {
      const headers = {
        authorization: `Bearer ${key}`,
        'accept-encoding': incoming.headers['accept-encoding'],
      };
      incoming.pipe(
        forward(hostUrl + path, { headers }, (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
        }),
      );
      return;
    }
    const file = extname(path) === '' ? `${basename(path)}.html` : path;
    const body = await readCompressed(file).catch(() => null);
    const type = types[extname(file)] ?? 'application/octet-stream';
    if (body === null) outgoing.writeHead(404).end();
    else outgoing.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

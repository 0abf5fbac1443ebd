import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { matchesEtag } from '../../contract/etag.ts';
import { findPreferredCoding } from '../../service/reports/accept-encoding.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The encodings of compressed copies, smallest copies first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

type Bytes = Uint8Array<ArrayBuffer>;

interface Variant {
  /** Null if uncompressed. */
  encoding: string | null;
  bytes: Bytes;
  etag: string;
}

interface Asset {
  mediaType: string;
  /** Compressed variants first. */
  variants: readonly Variant[];
  /** Whether the name changes with the content, so that the file can be cached forever. */
  isHashed: boolean;
}

export interface Assets {
  /** Returns null if there is no file at the path. */
  respond(request: Request): Response | null;
}

const readBytes = async (path: string): Promise<Bytes> => new Uint8Array(await readFile(path));

const createVariant = (encoding: string | null, bytes: Bytes): Variant => ({
  encoding,
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});

/** Whether a file is for the host only, and so is not served as an asset. */
const isForHost = (name: string): boolean =>
  ['index.html', 'manifest.json'].includes(name) || name.startsWith('report/');

async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const presentNames = new Set(names);
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const isCompressed = encodings.some(
      ({ suffix }) => name.endsWith(suffix) && presentNames.has(name.slice(0, -suffix.length)),
    );
    if (isCompressed || isForHost(name)) continue;
    const variants: Variant[] = [];
    for (const { name: encoding, suffix } of encodings) {
      if (!presentNames.has(name + suffix)) continue;
      variants.push(createVariant(encoding, await readBytes(join(folder, name + suffix))));
    }
    variants.push(createVariant(null, await readBytes(join(folder, name))));
    assets.set(`/${name}`, {
      mediaType: mediaTypes[extname(name)] ?? 'application/octet-stream',
      variants,
      isHashed: name.startsWith('assets/'),
    });
  }
  return assets;
}

/**
 * Reads the files of a folder into memory and serves them. Paths are only looked up in the list of files, never
 * resolved, so none leads outside the folder.
 */
export async function loadAssets(folder: string): Promise<Assets> {
  const assets = await readAssets(folder);
  return {
    respond(request) {
      const asset = assets.get(new URL(request.url).pathname);
      if (asset === undefined) return null;
      const compressedEncodings = asset.variants.flatMap(({ encoding }) => encoding ?? []);
      const preferredEncoding = findPreferredCoding(
        request.headers.get('Accept-Encoding'),
        compressedEncodings,
      );
      const variant = asset.variants.find(({ encoding }) => encoding === preferredEncoding);
      if (variant === undefined) return null;
      const headers = new Headers({
        'Content-Type': asset.mediaType,
        'Cache-Control': asset.isHashed
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        ETag: variant.etag,
      });
      if (asset.variants.length > 1) headers.set('Vary', 'Accept-Encoding');
      if (matchesEtag(request.headers.get('If-None-Match'), variant.etag)) {
        return new Response(null, { status: 304, headers });
      }
      if (variant.encoding !== null) headers.set('Content-Encoding', variant.encoding);
      headers.set('Content-Length', String(variant.bytes.byteLength));
      return new Response(variant.bytes, { headers });
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { Tenant } from '../../store.ts';
import type { SiteCatalogue } from './site-catalogue.ts';

/** The approximate memory limit of all catalogues, in bytes. */
const maxCatalogueBytes = 64 * 1024 * 1024;

/**
 * The maximum sizes of the parts of an entry in bytes, without the characters of their strings, measured on Node 24.
 */
const overhead = { entry: 2_048, brand: 512, text: 32, scan: 320, import: 16 };

/** The approximate memory of a cached catalogue, in bytes. Counts two bytes per character, the maximum. */
export function sizeOfCatalogue(catalogue: SiteCatalogue | null): number {
  if (!catalogue) return overhead.entry;
  const { details, scans, imports } = catalogue;
  let size = overhead.entry + 2 * (details.site.name.length + details.site.url.length);
  for (const { name, aliases, domains } of details.brands) {
    size += overhead.brand + 2 * name.length;
    for (const text of [...aliases, ...domains]) size += overhead.text + 2 * text.length;
  }
  return size + overhead.scan * scans.length + overhead.import * imports.length;
}

interface Entry {
  version: number;
  catalogue: SiteCatalogue | null;
}

/**
 * Caches catalogues by tenant and site, each at its site's data version, or null for a site that does not exist for
 * the tenant. When the limit is reached, the least recently used ones are removed.
 */
export class CatalogueCache {
  readonly #cache: LRUCache<string, Entry>;
  /** Catalogues being read, so that simultaneous readers share one read. */
  readonly #pendingReads = new Map<string, Promise<SiteCatalogue | null>>();

  constructor(maxBytes = maxCatalogueBytes) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ catalogue }) => sizeOfCatalogue(catalogue),
    });
  }

  /** The calculated size of the cached catalogues, in bytes. */
  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  /** Returns the catalogue of this version from the cache, or reads and caches it. */
  get(
    tenant: Tenant,
    siteId: string,
    version: number,
    read: () => Promise<SiteCatalogue | null>,
  ): Promise<SiteCatalogue | null> {
    const key = `${tenant.accountId} ${tenant.clientId} ${siteId}`;
    const cached = this.#cache.get(key);
    if (cached?.version === version) return Promise.resolve(cached.catalogue);
    const versionedKey = `${version} ${key}`;
    return this.#pendingReads.get(versionedKey) ?? this.#read(versionedKey, key, version, read);
  }

  #read(
    versionedKey: string,
    key: string,
    version: number,
    read: () => Promise<SiteCatalogue | null>,
  ): Promise<SiteCatalogue | null> {
    const pendingRead = read()
      .then((catalogue) => {
        this.#cache.set(key, { version, catalogue });
        return catalogue;
      })
      .finally(() => this.#pendingReads.delete(versionedKey));
    this.#pendingReads.set(versionedKey, pendingRead);
    return pendingRead;
  }
}

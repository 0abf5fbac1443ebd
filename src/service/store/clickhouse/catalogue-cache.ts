import { LRUCache } from 'lru-cache';
import type { Tenant } from '../store.ts';
import type { SiteCatalogue } from './site-catalogue.ts';

/** Catalogues take at most about this much memory, in bytes. */
const catalogueBytes = 64 * 1024 * 1024;

/** Upper bounds of what each takes beside its texts, in bytes, measured on Node 24. */
const overhead = { entry: 2_048, brand: 512, alias: 32, scan: 320, import: 16 };

/** About what a catalogue takes in memory, in bytes. Texts count two bytes a character, the most they may take. */
export function sizeOfCatalogue(catalogue: SiteCatalogue | null): number {
  if (!catalogue) return overhead.entry;
  const { details, scans, imports } = catalogue;
  let size = overhead.entry + 2 * (details.site.name.length + details.site.url.length);
  for (const { name, aliases } of details.brands) {
    size += overhead.brand + 2 * name.length;
    for (const alias of aliases) size += overhead.alias + 2 * alias.length;
  }
  return size + overhead.scan * scans.length + overhead.import * imports.length;
}

interface Entry {
  version: number;
  catalogue: SiteCatalogue | null;
}

/**
 * Catalogues, each at its site's data version and under the tenant it was read for; a site that does not exist
 * for a tenant is null. The least recently used goes first when their memory is full.
 */
export class CatalogueCache {
  readonly #kept: LRUCache<string, Entry>;
  /** Catalogues being read, so that many who need one read it once. */
  readonly #reading = new Map<string, Promise<SiteCatalogue | null>>();

  constructor(limit = catalogueBytes) {
    this.#kept = new LRUCache({
      maxSize: limit,
      sizeCalculation: ({ catalogue }) => sizeOfCatalogue(catalogue),
    });
  }

  /** Bytes that the kept catalogues count. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  get(
    tenant: Tenant,
    siteId: string,
    version: number,
    read: () => Promise<SiteCatalogue | null>,
  ): Promise<SiteCatalogue | null> {
    const key = `${tenant.accountId} ${tenant.clientId} ${siteId}`;
    const kept = this.#kept.get(key);
    if (kept?.version === version) return Promise.resolve(kept.catalogue);
    const name = `${version} ${key}`;
    return this.#reading.get(name) ?? this.#read(name, key, version, read);
  }

  #read(
    name: string,
    key: string,
    version: number,
    read: () => Promise<SiteCatalogue | null>,
  ): Promise<SiteCatalogue | null> {
    const reading = read()
      .then((catalogue) => {
        this.#kept.set(key, { version, catalogue });
        return catalogue;
      })
      .finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }
}

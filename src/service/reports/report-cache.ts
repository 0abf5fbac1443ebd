import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ReportBody, sizeOf } from './report-body.ts';

/** An upper bound on the memory an entry takes besides its key and body, in bytes. */
const entryOverhead = 1_024;

export interface ReportCacheStats {
  hits: number;
  misses: number;
  entries: number;
  /** The approximate memory that the entries take with all their forms. */
  bytes: number;
}

interface Entry {
  version: string;
  body: ReportBody;
}

/** A key of fixed length for an identity of any length. */
export const reportKeyOf = (identity: string): string => hash('sha256', identity, 'base64');

/**
 * Reports that change only with the data version, under keys that include the tenant. An entry is used only at the
 * version it was made for. When the limit is reached, the least recently used entries are removed.
 */
export class ReportCache {
  readonly #entries: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;

  /** @param limit the maximum memory that entries take, in bytes. */
  constructor(limit: number) {
    this.#entries = new LRUCache({
      maxSize: limit,
      sizeCalculation: ({ body }, key) => entryOverhead + key.length + sizeOf(body),
    });
  }

  get stats(): ReportCacheStats {
    const { size: entries, calculatedSize: bytes } = this.#entries;
    return { hits: this.#hits, misses: this.#misses, entries, bytes };
  }

  /** The report under a key from `reportKeyOf` if it was made at this version; otherwise null. */
  find(key: string, version: string): ReportBody | null {
    const body = this.peek(key, version);
    if (body) this.#hits += 1;
    else this.#misses += 1;
    return body;
  }

  /** The same as `find`, without counting a hit or a miss. */
  peek(key: string, version: string): ReportBody | null {
    const entry = this.#entries.get(key);
    return entry?.version === version ? entry.body : null;
  }

  set(key: string, version: string, body: ReportBody): void {
    this.#entries.set(key, { version, body });
  }

  /** Replaces a report with the same one in more forms, unless it has been removed or replaced meanwhile. */
  extend(key: string, from: ReportBody, to: ReportBody): void {
    const entry = this.#entries.peek(key);
    if (entry?.body === from) this.set(key, entry.version, to);
  }
}

/** Repeats a group of reads until the data does not change during them, so that all see the same data. */
export async function readAtOneVersion<T>(
  readVersion: () => Promise<string>,
  read: () => Promise<T>,
): Promise<{ version: string; result: T }> {
  for (;;) {
    const version = await readVersion();
    const result = await read();
    if ((await readVersion()) === version) return { version, result };
  }
}

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ReportBody, sizeOf } from './report-body.ts';

/** An upper bound of what an entry takes beside its key and body, in bytes: version, objects and the cache's own lists. */
const entryOverhead = 1_024;

export interface ReportCacheStats {
  hits: number;
  misses: number;
  entries: number;
  /** What the entries take in memory in all their forms, about. */
  bytes: number;
}

interface Entry {
  version: string;
  body: ReportBody;
}

/** A question of any length as a key of fixed length. */
export const reportKey = (question: string): string => hash('sha256', question, 'base64');

/**
 * Reports that only an import can change, kept under keys that cover the tenant. An entry is used only at the data
 * version it was made at. The least recently used goes first when the memory is full.
 */
export class ReportCache {
  readonly #kept: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;

  /** @param limit of the memory that entries take, in bytes. */
  constructor(limit: number) {
    this.#kept = new LRUCache({
      maxSize: limit,
      sizeCalculation: ({ body }, key) => entryOverhead + key.length + sizeOf(body),
    });
  }

  get stats(): ReportCacheStats {
    const { size: entries, calculatedSize: bytes } = this.#kept;
    return { hits: this.#hits, misses: this.#misses, entries, bytes };
  }

  /** The report of that key, from `reportKey`, if it is kept and made at that version. */
  find(key: string, version: string): ReportBody | null {
    const body = this.peek(key, version);
    if (body) this.#hits += 1;
    else this.#misses += 1;
    return body;
  }

  /** The same without counting a hit or a miss. */
  peek(key: string, version: string): ReportBody | null {
    const entry = this.#kept.get(key);
    return entry?.version === version ? entry.body : null;
  }

  keep(key: string, version: string, body: ReportBody): void {
    this.#kept.set(key, { version, body });
  }

  /** Keeps a report with one more form in the place of the same report without it, unless that has gone by now. */
  extend(key: string, from: ReportBody, to: ReportBody): void {
    const entry = this.#kept.peek(key);
    if (entry?.body === from) this.keep(key, entry.version, to);
  }
}

/** Repeats several reads until no import was committed between them, so that all saw the same data. */
export async function atOneVersion<T>(
  versionOf: () => Promise<string>,
  read: () => Promise<T>,
): Promise<{ version: string; result: T }> {
  for (;;) {
    const version = await versionOf();
    const result = await read();
    if ((await versionOf()) === version) return { version, result };
  }
}

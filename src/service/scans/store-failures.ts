import type { Instant } from '../store/records.ts';

/** Since when this host has not been able to store what scans do, as with a full disk. */
export class StoreFailures {
  /** By the ID of the scan whose import failed; null for what concerns every scan. */
  readonly #since = new Map<string | null, Instant>();

  /** Null if everything was stored that had to be. */
  sinceOf(scanId: string): Instant | null {
    return this.#since.get(null) ?? this.#since.get(scanId) ?? null;
  }

  onFailure(scanId: string | null, at: Instant): void {
    if (!this.#since.has(scanId)) this.#since.set(scanId, at);
  }

  onSuccess(scanId: string | null): void {
    this.#since.delete(scanId);
  }

  clear(): void {
    this.#since.clear();
  }
}

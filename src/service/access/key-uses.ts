import type { ServiceOptions } from '../service.ts';
import type { Instant } from '../store/records.ts';

/** How long uses are collected before they are written, in milliseconds. */
const collectMs = 5_000;

interface KeyUseCollector {
  /** Records that a key is being used now. */
  add(keyId: string): void;
  /** Writes the collected uses. On failure, reports the error and drops the uses, since they are only for display. */
  flush(): Promise<void>;
}

/** Creates a collector of the time when each key was last used, so that not every call costs a write. */
export function createKeyUseCollector({ store, clock, onError }: ServiceOptions): KeyUseCollector {
  let uses = new Map<string, Instant>();
  let timer: NodeJS.Timeout | null = null;

  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const collectedUses = uses;
    uses = new Map();
    if (collectedUses.size === 0) return;
    try {
      await store.recordKeyUses(collectedUses);
    } catch (error) {
      onError({ route: 'key uses', error });
    }
  };

  return {
    add(keyId) {
      uses.set(keyId, clock());
      timer ??= setTimeout(flush, collectMs).unref();
    },
    flush,
  };
}

import type { ServiceOptions } from './service.ts';
import type { Instant } from './store/records.ts';

/** How long uses are gathered before they are written, in milliseconds. */
const gatherFor = 5_000;

interface KeyUses {
  note(keyId: string): void;
  /** Writes what was gathered. A failure is reported, and those uses are lost: only a display depends on them. */
  flush(): Promise<void>;
}

/** Gathers when each key was last used, so that reads do not each cost a write. */
export function gatherKeyUses({ store, clock, onError }: ServiceOptions): KeyUses {
  let uses = new Map<string, Instant>();
  let timer: NodeJS.Timeout | null = null;

  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const gathered = uses;
    uses = new Map();
    if (gathered.size === 0) return;
    try {
      await store.keysUsed(gathered);
    } catch (error) {
      onError({ route: 'key uses', error });
    }
  };

  return {
    note(keyId) {
      uses.set(keyId, clock());
      timer ??= setTimeout(flush, gatherFor).unref();
    },
    flush,
  };
}

import type { DeriveHash } from './limits/passphrase-hasher.ts';
import type { ReportCacheStats } from './reports/report-cache.ts';
import type { ScanRunner } from './scans/scan-runner.ts';
import type { Instant } from './store/records.ts';
import type { Store } from './store/store.ts';

/** What the service needs from the process that runs it. */
export interface ServiceOptions {
  store: Store;
  /** The current instant in milliseconds; tests set it. */
  clock: () => number;
  /** At least 32 secret bytes that authenticate cursors; the same on every host. */
  cursorSecret: Uint8Array;
  /** Whether a request may use the sample keys: only from this machine and without a proxy. */
  mayUseSampleKeys: (request: Request) => boolean;
  /** How many reports may be read at the same time; the default suits the in-process engine. */
  reportsAtOnce?: number;
  /** What runs scans; without it, the service lacks the capability `collect`. */
  scanRunner?: ScanRunner;
  /** Hashes passphrases; tests set it. */
  deriveHash?: DeriveHash;
  /** Called with failures that clients see only as a 5xx, or not at all. Never receives keys, bodies or answers. */
  onError: (failure: { route: string; error: unknown }) => void;
}

/** What the host knows about the caller besides the request. */
export interface Caller {
  /** The client's network address; empty if there is none. */
  address: string;
  /** When the session began; null for a call without a session. */
  sessionBeganAt: Instant | null;
  /** Whether the call checks a key for signing in. */
  isSigningIn: boolean;
  /** The account to read, if the operator of this host calls without a key. */
  operatorAccountId?: string;
}

/** The header that lists the key's scopes in the response to a sign-in call. That response never leaves the host. */
export const scopesHeader = 'Sightline-Scopes';
/** The header that says in the same response whether the key is limited to one client: 1 or 0. */
export const clientKeyHeader = 'Sightline-Client-Key';
/** The header that says in the same response whether the key's account is a business, which has no clients: 1 or 0. */
export const businessKeyHeader = 'Sightline-Business-Key';

/** A caller without a network address or session. */
export const unknownCaller: Caller = { address: '', sessionBeganAt: null, isSigningIn: false };

export interface Service {
  /** The state of the report cache. */
  reportCacheStats(): ReportCacheStats;
  /** Responds to any request. Failures become responses too. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /**
   * Stops changes of set-ups that have not begun to commit, and writes the key uses collected so far. Leaves the store
   * open.
   */
  close(): Promise<void>;
}

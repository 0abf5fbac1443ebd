import type { ReportCacheStats } from './report-cache.ts';
import type { Instant } from './store/records.ts';
import type { Store } from './store/store.ts';

/** What the service needs from the process that runs it. */
export interface ServiceOptions {
  store: Store;
  /** The current instant in milliseconds; tests set it. */
  clock: () => number;
  /** 32 secret bytes or more from which cursors are authenticated; the same on every host. */
  cursorSecret: Uint8Array;
  /** Whether a request may use the sample keys: on a loopback address and behind no proxy. */
  sampleKeysAllowed: (request: Request) => boolean;
  /** Reports that are read at the same time; by default, as many as suit the engine in process. */
  reportsAtOnce?: number;
  /** Called with failures that a client only sees as a 5xx. Never given keys, bodies or answers. */
  onError: (failure: { route: string; error: unknown }) => void;
}

/** What the host knows of who calls, beside the request itself. */
export interface Caller {
  /** The client's network address; empty where there is none. */
  address: string;
  /** When the session began that brings the key; null for a call that brings a key of its own. */
  sessionBegan: Instant | null;
  /** Whether the call is made to see if its key signs in. */
  signsIn: boolean;
}

/** Names the key's scopes in the response to a call that signs in, which never leaves the host. */
export const scopesHeader = 'Sightline-Scopes';

/** Whoever calls over nothing that has an address. */
export const nobodyKnown: Caller = { address: '', sessionBegan: null, signsIn: false };

export interface Service {
  /** The state of the cache of timeline reports. */
  reports(): ReportCacheStats;
  /** Responds to any request, errors included; never rejects. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /** Writes what is still held back (when keys were last used). Leaves the store open. */
  close(): Promise<void>;
}

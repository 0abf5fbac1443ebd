import * as v from 'valibot';
import { metrics } from './enums.ts';

/**
 * The ID of the element in which the host passes `PageSettings` to the page as JSON. The response to a sign-in is
 * `PageSettings` too.
 */
export const pageSettingsElementId = 'page-settings';
export const sessionHeader = 'X-Session';
/** Marks a response of the service whose data is sample data. */
export const sampleHeader = 'Sightline-Sample';

/** The path at which shares open. Below it, their pages have their usual paths. */
export const sharePath = '/s';

export const Session = v.object({
  /** Identifies the session in the header `X-Session`. Gives no access without the cookie. */
  id: v.string(),
  /** Identifies the key without revealing it. Drafts are stored under it. */
  keyFingerprint: v.string(),
  /** When the session ends, ISO 8601 UTC. */
  expiresAt: v.string(),
  /** The scopes that the key has in effect; null if unknown. */
  scopes: v.optional(v.nullable(v.array(v.string())), null),
  /** Whether the key is limited to one client, and so cannot create clients; null if unknown. */
  isClientKey: v.optional(v.nullable(v.boolean()), null),
  /** Whether the key is of a business account, which has sites but no clients; null if unknown. */
  isBusinessKey: v.optional(v.nullable(v.boolean()), null),
});
export type Session = v.InferOutput<typeof Session>;

/** Help for people who do not have a key to sign in with. */
export const SignInHelp = v.object({
  /** Public keys for the sample data, each with what it gives access to; empty if the page should not offer them. */
  sampleKeys: v.array(v.object({ key: v.string(), opens: v.string() })),
  /** Whether the host's own store is empty; false if the data is in another service. */
  isEmpty: v.boolean(),
});
export type SignInHelp = v.InferOutput<typeof SignInHelp>;

export const PageSettings = v.object({
  session: v.nullable(Session),
  /** The unit of each metric's values, such as "%" or "pt". A metric without a known unit is left out. */
  units: v.partial(v.object(v.entriesFromList(metrics, v.string()))),
  /** The names of the two paging parameters, which v1 does not define. */
  paging: v.object({ cursor: v.string(), limit: v.string() }),
  brand: v.object({
    name: v.string(),
    logo: v.nullable(v.string()),
    accent: v.nullable(v.string()),
  }),
  /** A `SharedView` if the session was opened with a share, otherwise null. Only the pages of shares decode it. */
  share: v.optional(v.unknown(), null),
  /** Whether the session shows sample data. */
  sample: v.boolean(),
  help: SignInHelp,
  /** What the service offers this session beyond v1; empty if unknown. */
  capabilities: v.array(v.string()),
});
export type PageSettings = v.InferOutput<typeof PageSettings>;

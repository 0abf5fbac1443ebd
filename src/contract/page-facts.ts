import * as v from 'valibot';
import { metrics } from './enums.ts';

/**
 * What the host tells the page: in the document as a JSON block with this element id, and as the response
 * of `/session`. The only thing that host and page share beside the interface.
 */
export const pageFactsElementId = 'page-facts';
export const sessionHeader = 'X-Session';

export const Session = v.object({
  /** Sent back as `X-Session`; names the session and opens nothing by itself. */
  id: v.string(),
  /** The same for the same key, and useless for guessing it: drafts are kept under it. */
  keyFingerprint: v.string(),
  /** When the session ends, ISO 8601 UTC. */
  expiresAt: v.string(),
  /** Whether the key has the scope to add notes; null where the service does not say. */
  canAddNotes: v.nullable(v.boolean()),
});
export type Session = v.InferOutput<typeof Session>;

/** What helps somebody who has no key to sign in. */
export const SignInHelp = v.object({
  /** Keys that everybody knows, to invented data, each with what it opens; none where they are refused. */
  sampleKeys: v.array(v.object({ key: v.string(), opens: v.string() })),
  /** True while the host's own store holds no data at all. */
  isEmpty: v.boolean(),
});
export type SignInHelp = v.InferOutput<typeof SignInHelp>;

export const PageFacts = v.object({
  session: v.nullable(Session),
  /** Unit of each metric's values ("%", "pt"), where it is known. */
  units: v.partial(v.object(v.entriesFromList(metrics, v.string()))),
  /** Names of the two paging parameters, which the interface leaves open. */
  paging: v.object({ cursor: v.string(), limit: v.string() }),
  brand: v.object({
    name: v.string(),
    logo: v.nullable(v.string()),
    accent: v.nullable(v.string()),
  }),
  /** True when what the session sees is invented sample data. */
  sample: v.boolean(),
  help: SignInHelp,
  /** What the service offers this session beyond v1; empty where it does not say. */
  capabilities: v.array(v.string()),
});
export type PageFacts = v.InferOutput<typeof PageFacts>;

import * as v from 'valibot';
import {
  atMostEntries,
  ClientRequest,
  countAliases,
  maxSetupAliases,
  maxSetupBrands,
  maxSetupPrompts,
  SetupBrandRequest,
  SetupPromptRequest,
  SetupRequest,
  SiteRequest,
  tooManyAliasesReason,
} from '../../contract/sightline/setup.ts';
import { Stretch } from '../limits/stretch.ts';
import { readChange } from './changes.ts';
import { decodeBody } from './json-body.ts';
import { createInvalidFieldsProblem } from './problems.ts';
import type { RouteContext } from './route.ts';

/** A list whose entries are decoded later, one by one. */
const undecoded = (maxEntries: number) =>
  v.pipe(v.array(v.unknown()), atMostEntries<unknown>(maxEntries));
const lists = { brands: undecoded(maxSetupBrands), prompts: undecoded(maxSetupPrompts) };

/** The requests with a site's brands and questions, as far as they are decoded at once. */
const SetupOutline = v.object({ ...SetupRequest.entries, ...lists });
const SiteOutline = v.object({
  ...SiteRequest.entries,
  brands: v.optional(lists.brands, []),
  prompts: v.optional(lists.prompts, []),
});
const ClientOutline = v.object({
  ...ClientRequest.entries,
  site: v.optional(v.nullable(SiteOutline), null),
});

/** Decodes a list entry by entry, and lets other work run meanwhile. */
async function decodeEntries<S extends v.GenericSchema>(
  schema: S,
  entries: readonly unknown[],
  path: string,
): Promise<v.InferOutput<S>[]> {
  const decodedEntries: v.InferOutput<S>[] = [];
  const stretch = new Stretch();
  for (const [index, entry] of entries.entries()) {
    if (stretch.isOver) await stretch.pause();
    const decoded = decodeBody(schema, entry, `${path}[${index}]`);
    decodedEntries.push(decoded);
  }
  return decodedEntries;
}

/** Decodes the lists of an outline. @param prefix what precedes the names of its fields in errors */
async function decodeLists<O extends { brands: unknown[]; prompts: unknown[] }>(
  outline: O,
  prefix: string,
) {
  const brands = await decodeEntries(SetupBrandRequest, outline.brands, `${prefix}brands`);
  if (countAliases(brands) > maxSetupAliases)
    throw createInvalidFieldsProblem([
      { parameter: `${prefix}brands`, message: tooManyAliasesReason },
    ]);
  const prompts = await decodeEntries(SetupPromptRequest, outline.prompts, `${prefix}prompts`);
  return { ...outline, brands, prompts };
}

/** The body of a request that saves a whole set-up; see `readChange`. */
export async function readSetupRequest(context: RouteContext): Promise<SetupRequest> {
  const outline = await readChange(SetupOutline, context);
  return decodeLists(outline, '');
}

/** The body of a request that creates a site; see `readChange`. */
export async function readSiteRequest(context: RouteContext): Promise<SiteRequest> {
  const outline = await readChange(SiteOutline, context);
  return decodeLists(outline, '');
}

/** The body of a request that creates a client; see `readChange`. */
export async function readClientRequest(context: RouteContext): Promise<ClientRequest> {
  const outline = await readChange(ClientOutline, context);
  if (outline.site === null) return { ...outline, site: null };
  const site = await decodeLists(outline.site, 'site.');
  return { ...outline, site };
}

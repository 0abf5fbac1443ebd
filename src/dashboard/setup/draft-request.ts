import * as v from 'valibot';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { ParameterFault } from '../../contract/parameters.ts';
import {
  type ClientPatch,
  ClientRequest,
  SetupRequest,
  SiteRequest,
  type SiteSetup,
} from '../../contract/sightline/setup.ts';
import type { ClientDraft } from './client-draft.ts';
import { toClientPatch } from './client-patch.ts';
import { type DraftBrand, type DraftQuestion, isBlankBrand, type SetupDraft } from './draft.ts';
import { toScanSettingsInput } from './scan-settings-draft.ts';
import { toSentence } from './to-sentence.ts';

/**
 * A message for each faulty field, by the field's name in the form: `client.name`, `site.url`, `collection.runs`, or the key of a brand or
 * question followed by the field, such as `….aliases`. `form` is for messages about no field.
 */
export type FieldErrors = ReadonlyMap<string, string>;

/** The start of the names of the client's fields. */
export const clientPrefix = 'client.';
/** The start of the names of the fields that say where and when questions are asked. */
export const scanSettingsPrefix = 'collection.';

/** The brands and questions that are saved, in the order of the request. */
function keptItems(draft: SetupDraft) {
  const brands = [draft.brand, ...draft.competitors].filter(
    (brand) => !(brand.isRemoved || isBlankBrand(brand)),
  );
  return { brands, questions: draft.questions.filter(({ isRemoved }) => !isRemoved) };
}

const hasSameEntries = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry) => other.includes(entry));

function toBrandRequest(brand: DraftBrand, draft: SetupDraft, stored: SiteSetup | null) {
  const storedBrand = stored?.brands.find(({ id }) => id === brand.key);
  const name = brand.name.trim();
  // Written once, also if the brand was renamed to one of its spellings.
  const aliases = [...new Set([...(brand.isNameCounted && name ? [name] : []), ...brand.aliases])];
  return {
    id: brand.id,
    name,
    role: brand === draft.brand ? ('tracked' as const) : ('competitor' as const),
    // In the stored order, because another one would be a change.
    aliases:
      storedBrand && hasSameEntries(storedBrand.aliases, aliases) ? storedBrand.aliases : aliases,
    domains: [...brand.domains],
    wholeHosts: [...brand.wholeHosts],
  };
}

const toPromptRequest = (question: DraftQuestion) => ({
  id: question.isStored ? question.key : null,
  text: question.text,
  category: question.category,
  ...plainClassifications.byField((field) => [...question[field]]),
  ...labelledClassifications.byField((field) => [...question[field]]),
  retired: question.isRetired,
});

/** The part of a request that describes the site. Without `collection`, that stays as it is. */
function toSiteFields(draft: SetupDraft, stored: SiteSetup | null) {
  const { brands, questions } = keptItems(draft);
  return {
    name: draft.site.name,
    url: draft.site.url,
    brands: brands.map((brand) => toBrandRequest(brand, draft, stored)),
    prompts: questions.map(toPromptRequest),
    ...(draft.collection && { collection: toScanSettingsInput(draft.collection) }),
  };
}

/** The name in the form of the field that a parameter of the request names. */
function fieldOf(parameter: string, draft: SetupDraft, siteIn: '' | 'site.'): string {
  const isSite = parameter.startsWith(siteIn);
  const path = isSite ? parameter.slice(siteIn.length) : parameter;
  const [, list, index, field] = /^(brands|prompts)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  if (isSite && list !== undefined) {
    const { brands, questions } = keptItems(draft);
    const item = (list === 'brands' ? brands : questions)[Number(index)];
    const ownField = list === 'brands' ? 'name' : 'text';
    return item ? `${item.key}.${field ?? ownField}` : 'form';
  }
  const [, setting] = /^collection\.(?:schedule\.)?(\w+)/.exec(path) ?? [];
  if (isSite && setting !== undefined && draft.collection !== null)
    return `${scanSettingsPrefix}${setting === 'schedule' ? 'days' : setting}`;
  if (isSite && (path === 'name' || path === 'url')) return `site.${path}`;
  if (siteIn === 'site.' && draft.client !== null && path in draft.client)
    return `${clientPrefix}${path}`;
  return 'form';
}

/** Places faults at the fields of the form. Of several at one field, the first counts. */
function placeFaults(
  faults: readonly ParameterFault[],
  toField: (parameter: string) => string,
): FieldErrors {
  const errors = new Map<string, string>();
  for (const { parameter, message } of faults) {
    const field = toField(parameter);
    const text = field === 'form' ? `${parameter}: ${message}` : toSentence(message);
    if (!errors.has(field)) errors.set(field, text);
  }
  return errors;
}

/** The path of an issue as the service writes it: `brands[2].name`. */
const parameterOf = (issue: v.BaseIssue<unknown>): string =>
  (issue.path ?? []).reduce((path, { key }) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');

/** A request that can be sent, or what is wrong with the form; and where the service's faults belong. */
export interface CheckedRequest<T> {
  /** Null if the form has errors. */
  body: T | null;
  errors: FieldErrors;
  /** Places the faults of the service's response at the fields. */
  place: (faults: readonly ParameterFault[]) => FieldErrors;
}

function check<S extends v.GenericSchema>(
  schema: S,
  input: v.InferInput<S>,
  toField: (parameter: string) => string,
): CheckedRequest<v.InferOutput<S>> {
  const result = v.safeParse(schema, input);
  const place = (faults: readonly ParameterFault[]) => placeFaults(faults, toField);
  if (result.success) return { body: result.output, errors: new Map(), place };
  const faults = result.issues.map((issue) => ({
    parameter: parameterOf(issue),
    message: issue.message,
  }));
  return { body: null, errors: place(faults), place };
}

/**
 * The request that saves the set-up of a stored site.
 * @param draft null as its `collection` leaves that as it is stored; changing it needs a scope of its own
 */
export const toSetupRequest = (draft: SetupDraft, stored: SiteSetup) =>
  check(SetupRequest, { revision: stored.revision, ...toSiteFields(draft, stored) }, (parameter) =>
    fieldOf(parameter, draft, ''),
  );

/** The request that creates a site. @param id chosen beforehand, so that a repeated request creates no second site */
export const toSiteRequest = (draft: SetupDraft, id: string) =>
  check(SiteRequest, { id, ...toSiteFields(draft, null) }, (parameter) =>
    fieldOf(parameter, draft, ''),
  );

/** The request that creates a client with its first site. @param ids chosen beforehand */
export const toClientRequest = (
  draft: SetupDraft,
  client: ClientDraft,
  ids: { client: string; site: string },
) =>
  check(
    ClientRequest,
    { id: ids.client, ...client, site: { id: ids.site, ...toSiteFields(draft, null) } },
    (parameter) => fieldOf(parameter, draft, 'site.'),
  );

/** The request that changes a client: only the fields that differ. */
export function toClientChange(
  draft: SetupDraft,
  client: ClientDraft,
  stored: ClientDraft,
): CheckedRequest<ClientPatch> {
  const { patch, errors } = toClientPatch(client, stored);
  return {
    body: errors.size === 0 ? patch : null,
    errors: new Map([...errors].map(([field, message]) => [`${clientPrefix}${field}`, message])),
    place: (faults) => placeFaults(faults, (parameter) => fieldOf(parameter, draft, 'site.')),
  };
}

import * as v from 'valibot';
import { labelledClassifications, plainClassifications } from '../classifications.ts';
import { brandRoles } from '../enums.ts';
import {
  Id,
  isUuid,
  Key,
  LabelledValue,
  list,
  maxNameLength,
  Name,
  nullable,
  openEnum,
  optional,
  required,
  Text,
  Timestamp,
  Value,
} from '../fields.ts';
import {
  maxAliases,
  maxAliasLength,
  maxClassifications,
  maxDomains,
  maxTextLength,
} from '../record-limits.ts';
import { isBlank, withoutInvisible } from '../visible-text.ts';
import { completeWebAddress } from '../web-address.ts';
import { wellFormed } from '../well-formed.ts';
import { isAccent } from './branding.ts';
import { ReceivedSettings, ScanSettings } from './scans.ts';

/** The maximum number of questions of a site, retired ones included. */
export const maxSetupPrompts = 2_000;
/** The maximum number of brands of a site that are tracked or competitors. Discovered brands do not count. */
export const maxSetupBrands = 200;
/** The maximum number of aliases of these brands in all; a brand without aliases counts as one. */
export const maxSetupAliases = 2_000;
/** The maximum number of clients that a key's account can have. */
export const maxClientsPerAccount = 5_000;
/** The maximum number of sites that an account can have, archived ones included. */
export const maxSitesPerAccount = 10_000;
/** The maximum size of a request body that changes a set-up, in bytes. */
export const maxSetupBytes = 4 * 1024 * 1024;
/**
 * The maximum size of the brands and questions of a site as JSON, in bytes, so that a request that saves the whole
 * set-up is not too large.
 */
export const maxSetupContentBytes = 3 * 1024 * 1024;

/**
 * A text without differences in case and white space, and without invisible characters, which can also keep a letter and
 * its accent apart. Two brands of a site may not have the same name, and two questions not the same text, after this.
 * The empty pattern of Braille (U+2800) counts as a space.
 */
export const foldedText = (text: string): string =>
  withoutInvisible(text)
    .normalize()
    .replace(/[\s\u2800]+/g, ' ')
    .trim()
    .toLowerCase();

const atMostCharacters = (length: number) =>
  v.maxLength<string, number, string>(
    length,
    `must have at most ${length.toLocaleString('en')} characters`,
  );
export const atMostEntries = <T>(count: number) =>
  v.maxLength<T[], number, string>(
    count,
    `must have at most ${count.toLocaleString('en')} entries`,
  );
const text = (length: number) => v.pipe(v.string(), wellFormed, v.trim(), atMostCharacters(length));
/** A text that may be empty, as it is if nothing of it can be seen. */
const optionalText = (length: number) =>
  v.pipe(
    text(length),
    v.transform((given): string => (isBlank(given) ? '' : given)),
  );
const name = v.pipe(text(maxNameLength), v.minLength(1, 'must not be empty'));
/** An http or https address, to which `https://` is added if it has no scheme; empty for none. */
const address = v.pipe(text(maxTextLength), v.transform(completeWebAddress));
const id = v.pipe(v.string(), v.check(isUuid, 'must be a UUID'), v.toLowerCase());
/** An ID that the caller may choose, so that a repeated request does not create a second record. */
const newId = v.optional(v.nullable(id), null);

const clientEntries = {
  name,
  websiteUrl: address,
  industry: optionalText(maxNameLength),
  description: optionalText(maxTextLength),
  /** A data URL of an SVG, PNG or WebP image; empty for none. */
  logo: v.pipe(v.string(), wellFormed),
  /** #rrggbb; empty for none. */
  accent: v.pipe(
    v.string(),
    v.trim(),
    v.check((accent) => accent === '' || isAccent(accent), 'must be a colour written #rrggbb'),
  ),
  /** The name above reports; empty for the client's own. */
  reportName: text(maxNameLength),
};
const siteEntries = { name, url: address };
/** Null or left out keeps the stored value. Changing it also needs `scansScope`. */
const newScanSettings = v.optional(v.nullable(ScanSettings), null);

const domains = v.optional(v.pipe(v.array(text(maxTextLength)), atMostEntries(maxDomains)), []);
const brandEntries = {
  name,
  /** Only tracked brands and competitors are set up; measuring finds discovered ones. */
  role: v.picklist(['tracked', 'competitor'], 'must be tracked or competitor'),
  /** The spellings that count as a mention; the name itself if left out or null. */
  aliases: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.pipe(text(maxAliasLength), v.minLength(1, 'must not be empty'))),
        atMostEntries(maxAliases),
      ),
    ),
    null,
  ),
  /** The brand's own hosts, such as example.com, and paths, such as github.com/acme. */
  domains,
  /**
   * Those of `domains` that are hosts which many share, such as github.com, and that the brand owns as a whole. Without
   * this confirmation, such a host is refused unless it is stored. It is not stored itself.
   */
  wholeHosts: domains,
};
const promptEntries = {
  text: v.pipe(text(maxTextLength), v.minLength(1, 'must not be empty')),
  category: v.optional(optionalText(maxNameLength), ''),
  ...plainClassifications.byField(() =>
    v.optional(v.pipe(v.array(name), atMostEntries(maxClassifications)), []),
  ),
  ...labelledClassifications.byField(() =>
    v.optional(
      v.pipe(v.array(v.object({ value: name, label: name })), atMostEntries(maxClassifications)),
      [],
    ),
  ),
  /** Whether new scans leave the question out. Its answers stay. */
  retired: v.optional(v.boolean(), false),
};

/** A brand in a request: with its ID if it is stored. The request body that adds a brand. */
export const SetupBrandRequest = v.object({ id: newId, ...brandEntries });
export type SetupBrandRequest = v.InferOutput<typeof SetupBrandRequest>;
/** A question in a request: with its ID if it is stored. The request body that adds a question. */
export const SetupPromptRequest = v.object({ id: newId, ...promptEntries });
export type SetupPromptRequest = v.InferOutput<typeof SetupPromptRequest>;

/** The number of aliases of brands, where null stands for the name. */
export const countAliases = (brands: readonly { aliases: readonly string[] | null }[]): number =>
  brands.reduce((sum, { aliases }) => sum + (aliases?.length ?? 1), 0);

/** Why a list of brands is refused for its aliases; continues a sentence that begins with the field. */
export const tooManyAliasesReason = `must have at most ${maxSetupAliases.toLocaleString('en')} aliases in all`;

const brandList = v.pipe(
  v.array(SetupBrandRequest),
  atMostEntries(maxSetupBrands),
  v.check((brands) => countAliases(brands) <= maxSetupAliases, tooManyAliasesReason),
);
const promptList = v.pipe(v.array(SetupPromptRequest), atMostEntries(maxSetupPrompts));

/** The request body that creates a site, with its brands and questions. */
export const SiteRequest = v.object({
  id: newId,
  ...siteEntries,
  url: v.optional(siteEntries.url, ''),
  brands: v.optional(brandList, []),
  prompts: v.optional(promptList, []),
  collection: newScanSettings,
});
export type SiteRequest = v.InferOutput<typeof SiteRequest>;

/** The request body that creates a client, and with `site` its first site: both or nothing. */
export const ClientRequest = v.object({
  id: newId,
  ...clientEntries,
  websiteUrl: v.optional(clientEntries.websiteUrl, ''),
  industry: v.optional(clientEntries.industry, ''),
  description: v.optional(clientEntries.description, ''),
  logo: v.optional(clientEntries.logo, ''),
  accent: v.optional(clientEntries.accent, ''),
  reportName: v.optional(clientEntries.reportName, ''),
  site: v.optional(v.nullable(SiteRequest), null),
});
export type ClientRequest = v.InferOutput<typeof ClientRequest>;

/** The request body that changes a client. A field that is left out stays as it is; an empty one is cleared. */
export const ClientPatch = v.partial(v.object(clientEntries));
export type ClientPatch = v.InferOutput<typeof ClientPatch>;

/** The request body that changes a site. `active` archives it, or restores it. */
export const SitePatch = v.partial(v.object({ ...siteEntries, active: v.boolean() }));
export type SitePatch = v.InferOutput<typeof SitePatch>;

/** The request body that changes a brand. A field that is left out stays as it is. */
export const BrandPatch = v.partial(v.object(brandEntries));
export type BrandPatch = v.InferOutput<typeof BrandPatch>;
/** The request body that changes a question. A field that is left out stays as it is. */
export const PromptPatch = v.partial(v.object(promptEntries));
export type PromptPatch = v.InferOutput<typeof PromptPatch>;

/**
 * The request body that saves the whole set-up of a site. Brands and questions that are left out are deleted, except
 * discovered brands, which stay. A question that has answers cannot be left out, but retired.
 */
export const SetupRequest = v.object({
  /** The `revision` of the set-up that the changes were made to. */
  revision: v.pipe(v.string(), v.minLength(1, 'must not be empty')),
  ...siteEntries,
  brands: brandList,
  prompts: promptList,
  collection: newScanSettings,
});
export type SetupRequest = v.InferOutput<typeof SetupRequest>;

/** A client with everything that can be changed. */
export const ClientDetails = v.object({
  id: Id,
  name: required(Name),
  websiteUrl: required(Text),
  industry: required(Name),
  description: required(Text),
  /** A data URL; empty for none. */
  logo: required(v.string()),
  /** #rrggbb in lower case; empty for none. */
  accent: required(Key),
  /** Empty for the client's own name. */
  reportName: required(Name),
  createdAt: required(Timestamp),
  updatedAt: required(Timestamp),
  /** The number of its sites, archived ones included. */
  sites: required(Value),
  /** Its archived sites by name; the first 500 of them. */
  archivedSites: list(v.object({ id: Id, name: required(Name) })),
});
export type ClientDetails = v.InferOutput<typeof ClientDetails>;

export const SetupBrand = v.object({
  id: Id,
  name: required(Name),
  role: required(openEnum(brandRoles)),
  aliases: list(Name),
  domains: list(Key),
});
export type SetupBrand = v.InferOutput<typeof SetupBrand>;

export const SetupPrompt = v.object({
  id: Id,
  text: required(Text),
  category: required(Name),
  ...plainClassifications.byField(() => list(Name)),
  ...labelledClassifications.byField(() => list(LabelledValue)),
  retired: required(v.boolean()),
  /** Whether it has answers, so that it can be retired but not deleted. */
  hasAnswers: required(v.boolean()),
  /** An ISO 639-1 code such as `de`, if the language of the text is certain; sentiment is measured in `en` only. */
  language: optional(Key),
});
export type SetupPrompt = v.InferOutput<typeof SetupPrompt>;

/** The set-up of a site. */
export const SiteSetup = v.object({
  siteId: Id,
  /** Changes with the set-up only, not with measurements. */
  revision: v.string(),
  name: required(Name),
  url: required(Text),
  active: required(v.boolean()),
  clientId: nullable(Id),
  clientName: nullable(Name),
  /** The tracked brand first, then competitors by name. Discovered brands are in `SetupMentions`. */
  brands: list(SetupBrand),
  /** In the order in which they were added as far as that is known, retired ones included. */
  prompts: list(SetupPrompt),
  /** Null if it was never set up, and for keys that may not run scans. */
  collection: nullable(ReceivedSettings),
});
export type SiteSetup = v.InferOutput<typeof SiteSetup>;

/** In how many of a site's answers a brand is named. */
const BrandMentions = v.object({
  brandId: Id,
  name: required(Name),
  role: required(openEnum(brandRoles)),
  /** The number of answers of completed scans that name it. */
  answers: required(Value),
  /** When the first scan with such an answer was completed; null if there is none, or if unknown. */
  firstAt: nullable(Timestamp),
});
/** A spelling that nearly equals an alias, but does not count as a mention. */
const NearMiss = v.object({
  brandId: Id,
  spelling: required(Name),
  /** The number of the read texts that contain it and do not name the brand. */
  answers: required(Value),
});

/** What the stored answers say about a site's brands. */
export const SetupMentions = v.object({
  /** The number of answers of completed scans. */
  answers: required(Value),
  /** Tracked brand and competitors first, then at most 200 discovered brands, those in the most answers first. */
  brands: list(BrandMentions),
  /** At most ten of each brand: the most frequent in the newest texts, but those in lower case last. */
  nearMisses: list(NearMiss),
  /** The number of texts that were read for `nearMisses`. */
  textsRead: required(Value),
});
export type SetupMentions = v.InferOutput<typeof SetupMentions>;

/** What a save is doing: waiting for another import, being checked, reading stored texts again, or ended. */
export const jobStates = ['waiting', 'checking', 'measuring', 'done', 'failed'] as const;

/** A save that takes longer. The service forgets it an hour after it has ended, or when it restarts. */
export const SetupJob = v.object({
  id: Id,
  /** The client and the site that the save creates, changes or deletes; null if it concerns none. */
  clientId: nullable(Id),
  siteId: nullable(Id),
  state: required(openEnum(jobStates)),
  /** The number of stored answers read again so far, and in all. */
  answersRead: required(Value),
  answersToRead: required(Value),
  /** Why it failed, for the user; null unless `failed`. Nothing was changed then. */
  failure: nullable(Text),
  /** Once done, what the changed brands' answers now say. */
  mentions: list(BrandMentions),
  /** Once done, the number of answers that `mentions` are among. */
  answers: nullable(Value),
});
export type SetupJob = v.InferOutput<typeof SetupJob>;

/** The response to creating a client or a site. */
export const CreatedClient = v.object({ clientId: Id, siteId: nullable(Id) });
export type CreatedClient = v.InferOutput<typeof CreatedClient>;
export const CreatedSite = v.object({ siteId: Id });
export type CreatedSite = v.InferOutput<typeof CreatedSite>;

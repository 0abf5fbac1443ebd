import type { ClientDraft } from './client-draft.ts';
import { createQuestion, type DraftBrand, type DraftQuestion, type SetupDraft } from './draft.ts';
import { readPasted } from './pasted-questions.ts';
import type { ScanSettingsDraft } from './scan-settings-draft.ts';
import { toWebsiteDomain } from './suggestions.ts';

/** A change of the form. */
export type DraftAction =
  | { type: 'replace'; draft: SetupDraft }
  | { type: 'client'; fields: Partial<ClientDraft> }
  | { type: 'site'; site: SetupDraft['site'] }
  /** Changes the tracked brand or a competitor. */
  | { type: 'brand'; key: string; fields: Partial<DraftBrand> }
  | { type: 'addCompetitor'; brand: DraftBrand }
  /** Drops a new competitor, and marks a stored one as removed. */
  | { type: 'removeCompetitor'; key: string }
  | { type: 'question'; key: string; fields: Partial<DraftQuestion> }
  | { type: 'removeQuestion'; key: string }
  | { type: 'questions'; questions: readonly DraftQuestion[] }
  | { type: 'pasted'; text: string }
  /** Turns the pasted lines into questions. */
  | { type: 'addPasted' }
  /** Changes where and when questions are asked. */
  | { type: 'collection'; fields: Partial<ScanSettingsDraft> };

/** Drops an item that is new, and marks a stored one as removed. */
const removeByKey = <T extends { key: string; isStored: boolean; isRemoved: boolean }>(
  items: readonly T[],
  key: string,
): T[] =>
  items.flatMap((item) => {
    if (item.key !== key) return [item];
    return item.isStored ? [{ ...item, isRemoved: true }] : [];
  });

/** What the form of a new client suggests for its site and brand. */
function suggestFrom({ name, websiteUrl }: ClientDraft) {
  const domain = toWebsiteDomain(websiteUrl);
  return {
    siteName: domain ?? name,
    siteUrl: websiteUrl,
    brandName: name,
    domains: domain === null ? [] : [domain],
  };
}

/** Carries a new client's name and website over to its site and brand, until the user changes them there. */
function changeNewClient(draft: SetupDraft, from: ClientDraft, client: ClientDraft): SetupDraft {
  const before = suggestFrom(from);
  const after = suggestFrom(client);
  const { site, brand } = draft;
  const hasOwnDomains = brand.domains.join() !== before.domains.join();
  return {
    ...draft,
    client,
    site: {
      name: site.name === before.siteName ? after.siteName : site.name,
      url: site.url === before.siteUrl ? after.siteUrl : site.url,
    },
    brand: {
      ...brand,
      name: brand.name === before.brandName ? after.brandName : brand.name,
      domains: hasOwnDomains ? brand.domains : after.domains,
    },
  };
}

/** Carries a new site's address over to the domain of its brand, until the user changes that. */
function changeNewSite(draft: SetupDraft, site: SetupDraft['site']): SetupDraft {
  const domainsOf = (url: string) => [toWebsiteDomain(url)].flatMap((domain) => domain ?? []);
  const { brand } = draft;
  const hasOwnDomains = brand.domains.join() !== domainsOf(draft.site.url).join();
  return {
    ...draft,
    site,
    brand: hasOwnDomains ? brand : { ...brand, domains: domainsOf(site.url) },
  };
}

/**
 * Changes a brand. When a stored one is renamed, its old name becomes another spelling, so that earlier answers still
 * count; the user may remove it. Under its old name, the brand is as it was.
 */
function changeBrand(brand: DraftBrand, fields: Partial<DraftBrand>): DraftBrand {
  const changed = { ...brand, ...fields };
  // An equal list would count as a change, which removes the question about another host.
  if (!brand.wholeHosts.every((host) => changed.domains.includes(host)))
    changed.wholeHosts = changed.wholeHosts.filter((host) => changed.domains.includes(host));
  const { storedName } = brand;
  if (storedName === null || !brand.isNameCounted) return changed;
  const wasRenamed = brand.name.trim() !== storedName;
  const isRenamed = changed.name.trim() !== storedName;
  if (wasRenamed === isRenamed) return changed;
  const others = changed.aliases.filter((alias) => alias !== storedName);
  return { ...changed, aliases: isRenamed ? [...others, storedName] : others };
}

function changeClient(draft: SetupDraft, fields: Partial<ClientDraft>, isNew: boolean): SetupDraft {
  if (draft.client === null) return draft;
  const client = { ...draft.client, ...fields };
  return isNew ? changeNewClient(draft, draft.client, client) : { ...draft, client };
}

/** Adds the pasted lines to the questions, without duplicates. */
export function addPasted(draft: SetupDraft): SetupDraft {
  if (draft.pasted.trim() === '') return draft;
  const { added } = readPasted(draft.pasted, draft.questions);
  const questions = [...draft.questions, ...added.map((text) => createQuestion({ text }))];
  return { ...draft, questions, pasted: '' };
}

/**
 * Creates the form's reducer.
 * @param isNew whether the form is for something new, whose fields are filled in from each other
 */
export const createDraftReducer =
  (isNew: boolean) =>
  (draft: SetupDraft, action: DraftAction): SetupDraft => {
    switch (action.type) {
      case 'replace':
        return action.draft;
      case 'client':
        return changeClient(draft, action.fields, isNew);
      case 'site':
        return isNew ? changeNewSite(draft, action.site) : { ...draft, site: action.site };
      case 'brand':
        return draft.brand.key === action.key
          ? { ...draft, brand: changeBrand(draft.brand, action.fields) }
          : {
              ...draft,
              competitors: draft.competitors.map((brand) =>
                brand.key === action.key ? changeBrand(brand, action.fields) : brand,
              ),
            };
      case 'addCompetitor':
        return { ...draft, competitors: [...draft.competitors, action.brand] };
      case 'removeCompetitor':
        return { ...draft, competitors: removeByKey(draft.competitors, action.key) };
      case 'question':
        return {
          ...draft,
          questions: draft.questions.map((question) =>
            question.key === action.key ? { ...question, ...action.fields } : question,
          ),
        };
      case 'removeQuestion':
        return { ...draft, questions: removeByKey(draft.questions, action.key) };
      case 'questions':
        return { ...draft, questions: action.questions };
      case 'pasted':
        return { ...draft, pasted: action.text };
      case 'addPasted':
        return addPasted(draft);
      case 'collection':
        return {
          ...draft,
          collection: draft.collection && { ...draft.collection, ...action.fields },
        };
    }
  };

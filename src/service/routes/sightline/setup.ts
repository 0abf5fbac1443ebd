import {
  labelledClassifications,
  plainClassifications,
} from '../../../contract/classifications.ts';
import { scansScope } from '../../../contract/sightline/collect.ts';
import {
  type SetupBrand,
  type SetupMentions,
  type SetupPrompt,
  SetupRequest,
  type SiteSetup,
} from '../../../contract/sightline/setup.ts';
import type { Access } from '../../access/access.ts';
import { createQuestionLanguage } from '../../measure/language.ts';
import { countMentions, findNearMisses } from '../../setup/mentions.ts';
import {
  adoptDiscovered,
  findBrandFaults,
  findPromptFaults,
  inList,
  planSetup,
  withIds,
} from '../../setup/setup-records.ts';
import { readSetup, type StoredSetup } from '../../setup/stored-setup.ts';
import { type BrandRecord, collectionSettingsOf } from '../../store/records.ts';
import type { SetupPromptRecord, Store } from '../../store/store.ts';
import {
  ChangeRefused,
  checkCollection,
  readChange,
  refuseFaults,
  refuseUsedIds,
} from '../changes.ts';
import {
  createHasAnswersProblem,
  createNotFoundProblem,
  createSetupChangedProblem,
} from '../problems.ts';
import { type Route, readPathId } from '../route.ts';
import { changeSetup } from '../setup-change.ts';

export const toSetupBrand = ({ id, name, role, aliases, domains }: BrandRecord): SetupBrand => ({
  id,
  name,
  role,
  aliases: [...aliases],
  domains: [...domains],
});

/** Returns a function that describes the questions of a site with these brands. Call this once per response. */
export const createPromptDescription = (
  brands: readonly BrandRecord[],
): ((prompt: SetupPromptRecord) => SetupPrompt) => {
  const languageOf = createQuestionLanguage(brands);
  return (prompt) => ({
    id: prompt.id,
    text: prompt.text,
    category: prompt.category,
    ...plainClassifications.byField((field) => [...prompt[field]]),
    ...labelledClassifications.byField((field) => [...prompt[field]]),
    retired: prompt.retired,
    hasAnswers: prompt.hasAnswers,
    language: languageOf(prompt.text),
  });
};

const toSiteSetup = async (
  store: Store,
  { tenant, scopes }: Access,
  { site, brands, prompts, revision }: StoredSetup,
): Promise<SiteSetup> => ({
  siteId: site.id,
  revision,
  name: site.name,
  url: site.url,
  active: site.active,
  clientId: site.clientId,
  clientName:
    site.clientId === null ? null : ((await store.client(tenant, site.clientId))?.name ?? null),
  brands: brands.map(toSetupBrand),
  prompts: prompts.map(createPromptDescription(brands)),
  collection:
    site.collection && scopes.includes(scansScope) ? collectionSettingsOf(site.collection) : null,
});

/** GET /sightline/v1/sites/{siteId}/setup: the set-up of a site. */
export const setupRoute: Route =
  ({ store }) =>
  async (context) => {
    const access = context.get('access');
    const siteId = readPathId(context, 'siteId');
    const stored = siteId === null ? null : await readSetup(store, access.tenant, siteId);
    if (!stored) return createNotFoundProblem('site');
    return context.json(await toSiteSetup(store, access, stored));
  };

/** The faults of questions that a request would delete although they have answers. */
const findAnsweredPrompts = ({ prompts }: StoredSetup, keptIds: ReadonlySet<string>) =>
  prompts
    .filter(({ id, hasAnswers }) => hasAnswers && !keptIds.has(id))
    .map(({ id }) => ({
      parameter: 'prompts',
      message: `must contain the question ${id}, since it has answers`,
    }));

/** PUT /sightline/v1/sites/{siteId}/setup: saves the whole set-up of a site. */
export const saveSetupRoute: Route = (options) => async (context) => {
  const { store, clock } = options;
  const body = await readChange(SetupRequest, context);
  if (body instanceof Response) return body;
  const access = context.get('access');
  const at = clock();
  const prompts = withIds(body.prompts);
  const newIds = withIds(body.brands).map(({ id }) => id);
  return changeSetup(options, context, {
    detail: () => '',
    async plan(stored) {
      if (stored.revision !== body.revision) throw new ChangeRefused(createSetupChangedProblem());
      await checkCollection(store, access, body.collection, stored);
      const storedBrands = [...stored.brands, ...stored.discovered];
      const brands = body.brands.map((brand, index) => ({
        ...brand,
        id: adoptDiscovered(brand, stored.discovered).id ?? newIds[index] ?? '',
      }));
      refuseFaults([
        ...inList('brands', findBrandFaults(brands, storedBrands)),
        ...inList('prompts', findPromptFaults(prompts, stored.prompts)),
      ]);
      const answeredPrompts = findAnsweredPrompts(stored, new Set(prompts.map(({ id }) => id)));
      if (answeredPrompts.length > 0)
        throw new ChangeRefused(createHasAnswersProblem(answeredPrompts));
      const storedIds = new Set([...storedBrands, ...stored.prompts].map(({ id }) => id));
      const newChosenIds = (entries: readonly { id: string | null }[]) =>
        entries.flatMap(({ id }) => (id === null || storedIds.has(id) ? [] : id));
      await refuseUsedIds(store, {
        brands: newChosenIds(body.brands),
        prompts: newChosenIds(body.prompts),
      });
      return planSetup({ ...body, brands, prompts }, stored, at);
    },
    respond: async (stored) => context.json(await toSiteSetup(store, access, stored)),
  });
};

/** GET /sightline/v1/sites/{siteId}/setup/mentions: what the stored answers say about the brands of a site. */
export const setupMentionsRoute: Route =
  ({ store }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    if (siteId === null || !(await store.site(tenant, siteId)))
      return createNotFoundProblem('site');
    const { signal } = context.req.raw;
    const { mentions, answers } = await countMentions(store, tenant, siteId, null, signal);
    const nearMisses = await findNearMisses(store, tenant, siteId, signal);
    const body: SetupMentions = { answers, brands: mentions, ...nearMisses };
    return context.json(body);
  };

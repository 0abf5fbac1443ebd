import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { scansScope } from '../../contract/scopes.ts';
import type {
  SetupBrand,
  SetupMentions,
  SetupPrompt,
  SiteSetup,
} from '../../contract/sightline/setup.ts';
import { toReadablePage } from '../addresses/readable.ts';
import { handleInStretches } from '../limits/stretch.ts';
import { scanSettingsOf } from '../records/site.ts';
import { countMentions, findNearMisses } from '../setup/mentions.ts';
import {
  adoptDiscovered,
  findBrandFaults,
  findPromptFaults,
  inList,
  planSetup,
  withIds,
} from '../setup/setup-records.ts';
import type { StoredSetup } from '../setup/stored-setup.ts';
import type { BrandRecord, SiteRecord } from '../store/records.ts';
import type { SetupPromptRecord, Tenant } from '../store/store.ts';
import { createCachedResponder } from './cached-report.ts';
import { checkScanSettings, refuseFaults, refuseUsedIds } from './changes.ts';
import { writeJsonWithList } from './json-list.ts';
import {
  createHasAnswersProblem,
  createNotFoundProblem,
  createSetupChangedProblem,
} from './problems.ts';
import { findSite, type Route, type RouteOptions, readPathId } from './route.ts';
import { readSetupRequest } from './setup-body.ts';
import { changeSetup } from './setup-change.ts';

export const toSetupBrand = ({ id, name, role, aliases, domains }: BrandRecord): SetupBrand => ({
  id,
  name,
  role,
  aliases: [...aliases],
  domains: domains.map(toReadablePage),
});

export const toSetupPrompt = (prompt: SetupPromptRecord, language: string | null): SetupPrompt => ({
  id: prompt.id,
  text: prompt.text,
  category: prompt.category,
  ...plainClassifications.byField((field) => [...prompt[field]]),
  ...labelledClassifications.byField((field) => [...prompt[field]]),
  retired: prompt.retired,
  hasAnswers: prompt.hasAnswers,
  language,
});

/** The name of the client that the tenant sees a site under; null for none. */
const readClientName = async (
  { store }: RouteOptions,
  tenant: Tenant,
  { clientId }: SiteRecord,
): Promise<string | null> =>
  clientId === null ? null : ((await store.client(tenant, clientId))?.name ?? null);

/** Writes a set-up as bytes of JSON. @param options.seesScanSettings whether the key may run scans. */
async function writeSetup(
  { languages }: RouteOptions,
  { site, brands, prompts, revision }: StoredSetup,
  { clientName, seesScanSettings }: { clientName: string | null; seesScanSettings: boolean },
): Promise<Buffer<ArrayBuffer>> {
  const shownBrands: SetupBrand[] = [];
  await handleInStretches(brands, (brand) => shownBrands.push(toSetupBrand(brand)));
  const head: Omit<SiteSetup, 'prompts' | 'collection'> = {
    siteId: site.id,
    revision,
    name: site.name,
    url: site.url,
    active: site.active,
    clientId: site.clientId,
    clientName,
    brands: shownBrands,
  };
  const tail: Pick<SiteSetup, 'collection'> = {
    collection: site.collection && seesScanSettings ? scanSettingsOf(site.collection) : null,
  };
  const found = await languages.find(
    brands,
    prompts.map(({ text }) => text),
  );
  const elements = prompts.map(
    (prompt, index) => () => toSetupPrompt(prompt, found[index] ?? null),
  );
  return writeJsonWithList(head, 'prompts', elements, tail);
}

/** GET /sightline/v1/sites/{siteId}/setup: the set-up of a site. */
export const setupRoute: Route = (options) => {
  const respond = createCachedResponder(options);
  const { store, queues, setups } = options;
  return async (context) => {
    const { tenant, scopes, keyId } = context.get('access');
    const found = await queues.light.run(keyId, context.req.raw.signal, async () => {
      const site = await findSite(store, context);
      return site && { site, name: await readClientName(options, tenant, site) };
    });
    if (!found) throw createNotFoundProblem('site');
    const shown = { clientName: found.name, seesScanSettings: scopes.includes(scansScope) };
    const { id: siteId } = found.site;
    return respond(context, {
      // The name of the client is no part of the site, so its changes do not change the site's data version.
      identity: `setup ${siteId} ${JSON.stringify(shown)}`,
      siteId,
      isMadeOnce: true,
      async make() {
        const stored = await setups.read(tenant, siteId);
        if (!stored) throw createNotFoundProblem('site');
        return writeSetup(options, stored, shown);
      },
    });
  };
};

/** The faults of questions that a request would delete although they have answers. */
const findAnsweredPrompts = ({ prompts }: StoredSetup, keptIds: ReadonlySet<string>) =>
  prompts
    .filter(({ id, hasAnswers }) => hasAnswers && !keptIds.has(id))
    .map(({ id }) => ({
      parameter: 'prompts',
      message: `must contain the question ${id}, since it has answers`,
    }));

/** The IDs that no stored entry of the list has. */
function newChosenIds(
  entries: readonly { id: string | null }[],
  stored: readonly { id: string }[],
): (string | null)[] {
  const storedIds = new Set<string | null>(stored.map(({ id }) => id));
  return entries.map(({ id }) => id).filter((id) => !storedIds.has(id));
}

/** PUT /sightline/v1/sites/{siteId}/setup: saves the whole set-up of a site. */
export const saveSetupRoute: Route = (options) => async (context) => {
  const { store, clock } = options;
  const body = await readSetupRequest(context);
  const access = context.get('access');
  const at = clock();
  const prompts = withIds(body.prompts);
  const newIds = withIds(body.brands).map(({ id }) => id);
  return changeSetup(options, context, {
    detail: () => '',
    async plan(stored) {
      if (stored.revision !== body.revision) throw createSetupChangedProblem();
      await checkScanSettings(store, access, body.collection, stored);
      const storedBrands = [...stored.brands, ...stored.discovered];
      const brands = (await adoptDiscovered(body.brands, stored.discovered)).map(
        (brand, index) => ({ ...brand, id: brand.id ?? newIds[index] ?? '' }),
      );
      refuseFaults([
        ...inList('brands', await findBrandFaults(brands, storedBrands)),
        ...inList('prompts', await findPromptFaults(prompts, stored.prompts)),
      ]);
      const answeredPrompts = findAnsweredPrompts(stored, new Set(prompts.map(({ id }) => id)));
      if (answeredPrompts.length > 0) throw createHasAnswersProblem(answeredPrompts);
      await refuseUsedIds(store, [
        ...newChosenIds(body.brands, storedBrands),
        ...newChosenIds(body.prompts, stored.prompts),
      ]);
      return planSetup({ ...body, brands, prompts }, stored, at);
    },
    async respond(stored) {
      const clientName = await readClientName(options, access.tenant, stored.site);
      const seesScanSettings = access.scopes.includes(scansScope);
      const setup = await writeSetup(options, stored, { clientName, seesScanSettings });
      return context.body(setup, 200, { 'Content-Type': 'application/json' });
    },
  });
};

/** GET /sightline/v1/sites/{siteId}/setup/mentions: what the stored answers say about the brands of a site. */
export const setupMentionsRoute: Route = (options) => {
  const respond = createCachedResponder(options);
  const { store } = options;
  return async (context) => {
    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    if (siteId === null) throw createNotFoundProblem('site');
    return respond(context, {
      identity: `setup mentions ${siteId}`,
      siteId,
      isMadeOnce: true,
      async make(signal) {
        if (!(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
        const { mentions, answers } = await countMentions(store, tenant, siteId, null, signal);
        const nearMisses = await findNearMisses(options, tenant, siteId, signal);
        const body: SetupMentions = { answers, brands: mentions, ...nearMisses };
        return Buffer.from(JSON.stringify(body));
      },
    });
  };
};

/** GET /sightline/v1/setup-jobs/{jobId}: how far a change of a set-up is. */
export const setupJobRoute: Route =
  ({ jobs }) =>
  async (context) => {
    const id = readPathId(context, 'jobId');
    const job = id === null ? null : jobs.find(context.get('access').tenant, id);
    if (!job) throw createNotFoundProblem('job');
    return context.json(job);
  };

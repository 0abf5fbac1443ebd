import { randomUUID } from 'node:crypto';
import { pathTo } from '../../contract/every-endpoint.ts';
import type { ClientPage } from '../../contract/portfolio.ts';
import {
  type ClientDetails,
  ClientPatch,
  type CreatedClient,
  maxClientsPerAccount,
} from '../../contract/sightline/setup.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import {
  findNewSiteFaults,
  recordsOfNewSite,
  toPatch,
  toRemoval,
  withIds,
} from '../setup/setup-records.ts';
import type { ClientWithSites } from '../store/store.ts';
import { readAccountKind } from './account-kind.ts';
import {
  carryOut,
  checkScanSettings,
  readChange,
  readConfirmedName,
  refuseFaults,
  refuseSurplusSite,
  refuseTooLarge,
  refuseUsedIds,
} from './changes.ts';
import { readPaging } from './paging.ts';
import {
  createAccountKeyNeededProblem,
  createInvalidParametersProblem,
  createNameMismatchProblem,
  createNotFoundProblem,
  createTooManyRecordsProblem,
  createWrongAccountKindProblem,
} from './problems.ts';
import { type Route, readPathId } from './route.ts';
import { readClientRequest } from './setup-body.ts';
import { chosenIdsOf } from './site-changes.ts';

/** GET /v1/clients: the clients the key can access, newest first. A business account has none. */
export const clientsRoute: Route = (options) => async (context) => {
  const pagingResult = readPaging(options, context, pathTo('clients', {}));
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await options.store.clients(tenant, pagingResult.paging.request),
  );
  const page: ClientPage = {
    data: entries.map((client) => ({
      id: client.id,
      name: client.name,
      websiteUrl: client.websiteUrl,
      industry: client.industry,
      description: client.description,
      createdAt: toTimestamp(client.createdAt),
      updatedAt: toTimestamp(client.updatedAt),
    })),
    nextCursor,
  };
  return context.json(page);
};

const toClientDetails = (client: ClientWithSites): ClientDetails => ({
  id: client.id,
  name: client.name,
  websiteUrl: client.websiteUrl,
  industry: client.industry,
  description: client.description,
  logo: client.logo,
  accent: client.accent,
  reportName: client.reportName,
  createdAt: toTimestamp(client.createdAt),
  updatedAt: toTimestamp(client.updatedAt),
  sites: client.sites,
  archivedSites: [...client.archivedSites],
});

/** GET /sightline/v1/clients/{clientId}: a client with everything that can be changed. */
export const clientRoute: Route =
  ({ store }) =>
  async (context) => {
    const id = readPathId(context, 'clientId');
    const client = id === null ? null : await store.client(context.get('access').tenant, id);
    if (!client) throw createNotFoundProblem('client');
    return context.json(toClientDetails(client));
  };

/** POST /sightline/v1/clients: creates a client, and its first site with it. */
export const createClientRoute: Route = (options) => async (context) => {
  const { store, clock, audit } = options;
  const body = await readClientRequest(context);
  const access = context.get('access');
  const { tenant } = access;
  if (tenant.clientId !== null) throw createAccountKeyNeededProblem();
  if ((await readAccountKind(store, tenant)) === 'business')
    throw createWrongAccountKindProblem('business');

  const { id, site, ...fields } = body;
  const clientId = id ?? randomUUID();
  const siteId = site && (site.id ?? randomUUID());
  const brands = withIds(site?.brands ?? []);
  const prompts = withIds(site?.prompts ?? []);
  const at = clock();
  const createdAt = toTimestamp(at);
  const plan = async () => {
    await checkScanSettings(store, access, site?.collection ?? null, null);
    await refuseUsedIds(store, [id, ...(site ? chosenIdsOf(site) : [])]);
    if ((await store.clientCount(tenant)) >= maxClientsPerAccount) {
      const limit = `An account can have at most ${maxClientsPerAccount.toLocaleString('en')} clients.`;
      throw createTooManyRecordsProblem(limit);
    }
    if (site) await refuseSurplusSite(store, tenant);
    refuseFaults(await findNewSiteFaults({ brands, prompts }, 'site'));
    const { accountId } = tenant;
    const record = { type: 'client', id: clientId, accountId, ...fields, createdAt };
    const client = { path: '', record: { ...record, updatedAt: createdAt } };
    if (!site || siteId === null) return { records: [client] };
    const newSite = { id: siteId, accountId, clientId, request: site, brands, prompts, at };
    const records = [client, ...recordsOfNewSite(newSite, 'site')];
    return refuseTooLarge({ records }, null);
  };
  const { caller } = context.env;
  const onDone = () => {
    audit.recordSetupChange('client created', access, caller, { clientId, id: clientId });
    if (siteId !== null)
      audit.recordSetupChange('site created', access, caller, { clientId, id: siteId });
  };
  return carryOut(options, context, { clientId, siteId, plan, onDone }, async () => {
    const created: CreatedClient = { clientId, siteId };
    return context.json(created, 201);
  });
};

/** PATCH /sightline/v1/clients/{clientId}: changes the given fields of a client. */
export const changeClientRoute: Route = (options) => async (context) => {
  const { store, clock, audit } = options;
  const body = await readChange(ClientPatch, context);
  const access = context.get('access');
  const { tenant } = access;
  const clientId = readPathId(context, 'clientId');
  if (clientId === null) throw createNotFoundProblem('client');
  const updatedAt = toTimestamp(clock());
  const plan = async () => {
    if (!(await store.hasClient(tenant, clientId))) throw createNotFoundProblem('client');
    if (Object.keys(body).length === 0) return { records: [] };
    return { records: [{ path: '', record: toPatch('client', clientId, { ...body, updatedAt }) }] };
  };
  const onDone = () =>
    audit.recordSetupChange('client changed', access, context.env.caller, {
      clientId,
      id: clientId,
      detail: Object.keys(body).join(', '),
    });
  return carryOut(options, context, { clientId, siteId: null, plan, onDone }, async () => {
    const client = await store.client(tenant, clientId);
    if (!client) throw createNotFoundProblem('client');
    return context.json(toClientDetails(client));
  });
};

/** DELETE /sightline/v1/clients/{clientId}: deletes a client and all its sites. */
export const deleteClientRoute: Route = (options) => async (context) => {
  const { store, audit } = options;
  const confirmed = readConfirmedName(context);
  const access = context.get('access');
  const { tenant } = access;
  const clientId = readPathId(context, 'clientId');
  if (clientId === null) throw createNotFoundProblem('client');
  const plan = async () => {
    const client = await store.client(tenant, clientId);
    if (!client) throw createNotFoundProblem('client');
    if (tenant.clientId !== null) throw createAccountKeyNeededProblem();
    if (!confirmed.isNameOf(client.name)) throw createNameMismatchProblem('client');
    return { records: [{ path: '', record: toRemoval('client', clientId) }] };
  };
  const onDone = () =>
    audit.recordSetupChange('client deleted', access, context.env.caller, {
      clientId,
      id: clientId,
    });
  const change = { clientId, siteId: null, plan, onDone };
  return carryOut(options, context, change, async () => context.body(null, 204));
};

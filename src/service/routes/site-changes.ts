import { randomUUID } from 'node:crypto';
import { type CreatedSite, SitePatch, type SiteRequest } from '../../contract/sightline/setup.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import {
  findNewSiteFaults,
  recordsOfNewSite,
  toPatch,
  toRemoval,
  withIds,
} from '../setup/setup-records.ts';
import { endSteps } from '../store/ledger.ts';
import type { SiteRecord } from '../store/records.ts';
import type { Store, Tenant } from '../store/store.ts';
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
import {
  createNameMismatchProblem,
  createNotFoundProblem,
  createScanRunningProblem,
  createWrongAccountKindProblem,
} from './problems.ts';
import {
  createNotFoundInSiteProblem,
  findSite,
  type Route,
  type RouteContext,
  type RouteOptions,
  readPathId,
} from './route.ts';
import { readSiteRequest } from './setup-body.ts';
import { readSiteDetails } from './sites.ts';

/** The IDs that the request chose for the new site, its brands and its prompts. */
export const chosenIdsOf = ({ id, brands, prompts }: SiteRequest) => [
  id,
  ...[...brands, ...prompts].map((entry) => entry.id),
];

/** Creates a site. @param requireOwner throws ProblemError if the site cannot be created there. */
async function createSite(
  options: RouteOptions,
  context: RouteContext,
  clientId: string | null,
  body: SiteRequest,
  requireOwner: () => Promise<void>,
): Promise<Response> {
  const { store, clock, audit } = options;
  const access = context.get('access');
  const siteId = body.id ?? randomUUID();
  const brands = withIds(body.brands);
  const prompts = withIds(body.prompts);
  const { accountId } = access.tenant;
  const site = { id: siteId, accountId, clientId, request: body, brands, prompts, at: clock() };
  const plan = async () => {
    await checkScanSettings(store, access, body.collection, null);
    await requireOwner();
    await refuseUsedIds(store, chosenIdsOf(body));
    await refuseSurplusSite(store, site);
    refuseFaults(await findNewSiteFaults(site, ''));
    return refuseTooLarge({ records: recordsOfNewSite(site, '') }, null);
  };
  const onDone = () =>
    audit.recordSetupChange('site created', access, context.env.caller, { clientId, id: siteId });
  return carryOut(options, context, { clientId, siteId, plan, onDone }, async () => {
    const created: CreatedSite = { siteId };
    return context.json(created, 201);
  });
}

/** POST /sightline/v1/clients/{clientId}/sites: creates a site of a client. */
export const createSiteRoute: Route = (options) => async (context) => {
  const body = await readSiteRequest(context);
  const { tenant } = context.get('access');
  const clientId = readPathId(context, 'clientId');
  if (clientId === null) throw createNotFoundProblem('client');
  return createSite(options, context, clientId, body, async () => {
    if (!(await options.store.hasClient(tenant, clientId))) throw createNotFoundProblem('client');
  });
};

/** POST /sightline/v1/sites: creates a site of a business, which has no clients. */
export const createBusinessSiteRoute: Route = (options) => async (context) => {
  const body = await readSiteRequest(context);
  const { tenant } = context.get('access');
  return createSite(options, context, null, body, async () => {
    if ((await readAccountKind(options.store, tenant)) !== 'business')
      throw createWrongAccountKindProblem('agency');
  });
};

/** @throws ProblemError with a 404 if the site does not exist for the tenant. */
async function requireSite(store: Store, tenant: Tenant, siteId: string): Promise<SiteRecord> {
  const details = await store.site(tenant, siteId);
  if (!details) throw createNotFoundProblem('site');
  return details.site;
}

/** PATCH /sightline/v1/sites/{siteId}: changes the given fields of a site; archives and restores it. */
export const changeSiteRoute: Route = (options) => async (context) => {
  const { store, clock, audit } = options;
  const body = await readChange(SitePatch, context);
  const access = context.get('access');
  const { tenant } = access;
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const { id: siteId, clientId } = site;
  const updatedAt = toTimestamp(clock());
  const plan = async () => {
    await requireSite(store, tenant, siteId);
    if (Object.keys(body).length === 0) return { records: [] };
    return { records: [{ path: '', record: toPatch('site', siteId, { ...body, updatedAt }) }] };
  };
  const onDone = () =>
    audit.recordSetupChange('site changed', access, context.env.caller, {
      clientId,
      id: siteId,
      detail: Object.keys(body).join(', '),
    });
  return carryOut(options, context, { clientId, siteId, plan, onDone }, async () => {
    const details = await readSiteDetails(store, tenant, siteId);
    if (!details) throw createNotFoundProblem('site');
    return context.json(details);
  });
};

/** DELETE /sightline/v1/sites/{siteId}: deletes a site with everything that was measured. */
export const deleteSiteRoute: Route = (options) => async (context) => {
  const { store, audit } = options;
  const confirmed = readConfirmedName(context);
  const access = context.get('access');
  const { tenant } = access;
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const { id: siteId, clientId } = site;
  const plan = async () => {
    const { name } = await requireSite(store, tenant, siteId);
    if (!confirmed.isNameOf(name)) throw createNameMismatchProblem('site');
    return { records: [{ path: '', record: toRemoval('site', siteId) }] };
  };
  const onDone = () =>
    audit.recordSetupChange('site deleted', access, context.env.caller, { clientId, id: siteId });
  const change = { clientId, siteId, plan, onDone };
  return carryOut(options, context, change, async () => context.body(null, 204));
};

/** DELETE /sightline/v1/sites/{siteId}/scans/{scanId}: deletes a scan that is not running, with its answers. */
export const deleteScanRoute: Route = (options) => async (context) => {
  const { store, audit, clock } = options;
  const access = context.get('access');
  const { tenant } = access;
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const scanId = readPathId(context, 'scanId');
  if (scanId === null) throw createNotFoundProblem('scan');
  const { id: siteId, clientId } = site;
  const onDone = () =>
    audit.recordSetupChange('scan deleted', access, context.env.caller, {
      clientId,
      id: scanId,
      detail: `site ${siteId}`,
    });
  const scan = await store.ledger.scan(tenant, siteId, scanId);
  if (scan && !endSteps.includes(scan.step))
    throw createScanRunningProblem(
      'This scan is still running. Cancel it, and delete it once it has ended. Nothing was deleted.',
    );
  if (scan && !(await store.scan(tenant, siteId, scanId))) {
    await store.ledger.addStep(scan, 'removed', clock());
    onDone();
    return context.body(null, 204);
  }
  const plan = async () => {
    if (!(await store.scan(tenant, siteId, scanId)))
      throw await createNotFoundInSiteProblem(store, tenant, siteId, 'scan');
    return { records: [{ path: '', record: toRemoval('scan', scanId) }] };
  };
  const change = { clientId, siteId, plan, onDone };
  return carryOut(options, context, change, async () => context.body(null, 204));
};

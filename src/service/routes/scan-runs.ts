import { pathTo } from '../../contract/every-endpoint.ts';
import type { ScanRunPage } from '../../contract/sightline/scans.ts';
import { toScanRun, toScanRunDetails } from '../scans/scan-progress.ts';
import { readSubject } from '../scans/scan-subject.ts';
import type { LedgerScan } from '../store/ledger.ts';
import { readPaging } from './paging.ts';
import {
  createInvalidParametersProblem,
  createNotFoundProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import {
  createRefusalProblem,
  type ScanRouteOptions,
  withScanRunner,
} from './require-scan-runner.ts';
import { createNotFoundInSiteProblem, findSite, type RouteContext, readPathId } from './route.ts';
import { toV1Scan } from './v1-scan.ts';

/** GET /sightline/v1/sites/{siteId}/collection/scans: the scans that the service ran, newest first. */
export const scanRunsRoute = withScanRunner((options) => async (context) => {
  const { store, scanRunner, clock } = options;
  const { tenant } = context.get('access');
  const siteId = readPathId(context, 'siteId');
  const path = pathTo('collectedScans', { siteId: siteId ?? '' });
  const pagingResult = readPaging(options, context, path);
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);
  if (!siteId || !(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
  const [scans, newestId] = await Promise.all([
    store.ledger.scans(tenant, siteId, pagingResult.paging.request),
    store.ledger.newestScanId(tenant, siteId),
  ]);
  const { entries, nextCursor } = pagingResult.paging.toPage(scans);
  const ids = entries.map(({ id }) => id);
  const progress = await store.ledger.progress(tenant, siteId, ids);
  // Most scans have no failures, and the page reads the list again and again.
  const failing = progress.filter(({ outcome }) => outcome !== null && outcome !== 'answered');
  const failingIds = [...new Set(failing.map(({ scanId }) => scanId))];
  const messages = await store.ledger.messages(tenant, siteId, failingIds);
  const now = clock();
  const page: ScanRunPage = {
    data: entries.map((scan) =>
      toScanRun(scan, {
        progress,
        messages,
        waits: scanRunner.waitsOf(scan.id),
        isNewest: scan.id === newestId,
        notStoredSince: scanRunner.notStoredSince(scan.id),
        now,
      }),
    ),
    nextCursor,
  };
  return context.json(page);
});

/** The scan in the path; null if the key's tenant has no such scan. */
async function findScan(
  { store }: ScanRouteOptions,
  context: RouteContext,
): Promise<LedgerScan | null> {
  const siteId = readPathId(context, 'siteId');
  const scanId = readPathId(context, 'scanId');
  if (siteId === null || scanId === null) return null;
  return store.ledger.scan(context.get('access').tenant, siteId, scanId);
}

const createScanNotFound = ({ store }: ScanRouteOptions, context: RouteContext) =>
  createNotFoundInSiteProblem(
    store,
    context.get('access').tenant,
    readPathId(context, 'siteId'),
    'scan',
  );

/** GET /sightline/v1/sites/{siteId}/scans/{scanId}: a scan that the service ran, with what it asks. */
export const scanRunRoute = withScanRunner((options) => async (context) => {
  const { store, scanRunner, clock } = options;
  const { tenant } = context.get('access');
  const scan = await findScan(options, context);
  if (!scan) throw await createScanNotFound(options, context);
  const [progress, messages, newestId] = await Promise.all([
    store.ledger.progress(tenant, scan.siteId, [scan.id]),
    store.ledger.messages(tenant, scan.siteId, [scan.id]),
    store.ledger.newestScanId(tenant, scan.siteId),
  ]);
  const surroundings = {
    ...{ progress, messages, waits: scanRunner.waitsOf(scan.id), isNewest: scan.id === newestId },
    ...{ notStoredSince: scanRunner.notStoredSince(scan.id), now: clock() },
  };
  return context.json(toScanRunDetails(scan, surroundings));
});

/** POST /sightline/v1/sites/{siteId}/scans: requests a scan. */
export const runScanRoute = withScanRunner((options) => async (context) => {
  const { store, scanRunner, audit } = options;
  const access = context.get('access');
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const account = { id: site.accountId, sample: access.isSample };
  const subject = await readSubject(store, site, account);
  if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
  try {
    const scan = await scanRunner.requestScan(subject, access.name);
    audit.recordSetupChange('scan requested', access, context.env.caller, {
      clientId: site.clientId,
      id: scan.id,
      detail: `site ${site.id}`,
    });
    return context.json(toV1Scan(scan), 202);
  } catch (error) {
    throw await createRefusalProblem(error, options, context, site.id);
  }
});

/** Creates the route of a request about one scan. */
const createRequestRoute = (
  action: 'scan cancelled' | 'scan retried',
  method: 'cancelScan' | 'retryScan',
) =>
  withScanRunner((options) => async (context) => {
    const { store, scanRunner, audit } = options;
    const access = context.get('access');
    const site = await findSite(store, context);
    const scanId = readPathId(context, 'scanId');
    if (!site || scanId === null) throw await createScanNotFound(options, context);
    if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
    try {
      const scan = await scanRunner[method](access.tenant, site.id, scanId);
      audit.recordSetupChange(action, access, context.env.caller, {
        clientId: site.clientId,
        id: scan.id,
        detail: `site ${site.id}`,
      });
      return context.json(toV1Scan(scan), 202);
    } catch (error) {
      throw await createRefusalProblem(error, options, context, site.id);
    }
  });

/** POST …/scans/{scanId}/cancel: stops asking. What was answered is kept as far as it is enough. */
export const cancelScanRoute = createRequestRoute('scan cancelled', 'cancelScan');

/** POST …/scans/{scanId}/retry: asks again what was not answered. */
export const retryScanRoute = createRequestRoute('scan retried', 'retryScan');

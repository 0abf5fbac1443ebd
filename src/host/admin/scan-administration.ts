import * as v from 'valibot';
import { scanRunStates } from '../../contract/sightline/scans.ts';
import { toDollars } from '../../service/scans/dollars.ts';
import { nameOfPlatform } from '../../service/scans/judge-scan.ts';
import { toScanRun } from '../../service/scans/scan-progress.ts';
import { ScanRefused, type ScanSubject } from '../../service/scans/scan-runner.ts';
import { readSubject } from '../../service/scans/scan-subject.ts';
import type { Store } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { type CommandContext, defineCommand, retryAdvice } from './command.ts';

const SiteRequest = v.object({ siteId: v.string() });

const ScanEstimate = v.object({
  questions: v.number(),
  /** In US dollars. */
  estimateUsd: v.number(),
  /** Why the scan cannot run now; null if it can. */
  obstacle: v.nullable(v.string()),
});

const RequestedScan = v.object({
  scanId: v.string(),
  accountId: v.string(),
  clientId: v.nullable(v.string()),
});

const ScanProgress = v.object({
  state: v.picklist(scanRunStates),
  questions: v.number(),
  answered: v.number(),
  failed: v.number(),
  /** In US dollars. */
  costUsd: v.number(),
  /** In milliseconds; null if unknown. */
  remainingMs: v.nullable(v.number()),
  /** What the scan says about itself; null if nothing. */
  remark: v.nullable(v.string()),
  /** The names of the platforms that it waits for. Earlier versions leave it out. */
  waitingFor: v.optional(v.array(v.string())),
  /** Since when nothing can be stored; null if it can. Earlier versions leave it out. */
  notStoredSince: v.optional(v.nullable(v.string())),
});
export type ScanProgress = v.InferOutput<typeof ScanProgress>;

/** What the questions of a site are asked with. @throws AdministrationError for an unknown site */
async function findSubject({ lookups }: Store, siteId: string): Promise<ScanSubject> {
  const id = siteId.toLowerCase();
  const [site] = await lookups.sites([id]);
  const account = (await lookups.accounts()).find((one) => one.id === site?.accountId);
  if (!site || !account) throw new AdministrationError(`No site has the ID ${siteId}.`);
  return readSubject({ lookups }, site, account);
}

/** Reads how far a scan is. @throws AdministrationError if it was deleted */
async function readProgress(
  { store, clock, scanRunner }: CommandContext,
  { siteId, scanId }: { siteId: string; scanId: string },
): Promise<ScanProgress> {
  const [site] = await store.lookups.sites([siteId]);
  const tenant = site && { accountId: site.accountId, clientId: null };
  const scan = tenant && (await store.ledger.scan(tenant, siteId, scanId));
  if (!tenant || !scan) throw new AdministrationError('The scan was deleted.');
  const progress = await store.ledger.progress(tenant, siteId, [scanId]);
  const runner = await scanRunner();
  const waits = runner.waitsOf(scanId);
  const surroundings = {
    ...{ progress, messages: [], waits, isNewest: true },
    ...{ notStoredSince: runner.notStoredSince(scanId), now: clock() },
  };
  const shown = toScanRun(scan, surroundings);
  const { questions, answered, failed, costUsd, remainingMs, remark, notStoredSince } = shown;
  const state = scanRunStates.find((one) => one === shown.state) ?? 'running';
  return {
    state,
    questions: questions ?? 0,
    answered: answered ?? 0,
    failed: failed ?? 0,
    costUsd: costUsd ?? 0,
    remainingMs,
    remark,
    waitingFor: waits.map(({ platform }) => nameOfPlatform(platform)),
    notStoredSince,
  };
}

/** An operator's commands that run scans. */
export const scanCommands = {
  /**
   * Requests a scan of a site. Throws AdministrationError with the reason if there is no such site, or if the scan cannot
   * run now.
   */
  scan: defineCommand({
    usage: ['--site ID [--estimate]'],
    request: SiteRequest,
    result: RequestedScan,
    adviceAfterSilence:
      'The scan has not been confirmed: once the host responds again, see in the list of the site’s scans whether it runs.',
    async run({ store, scanRunner }, { siteId }) {
      const subject = await findSubject(store, siteId);
      try {
        const { id } = await (await scanRunner()).requestScan(subject, 'the operator');
        const { accountId, clientId } = subject.site;
        return { scanId: id, accountId, clientId };
      } catch (error) {
        throw error instanceof ScanRefused ? new AdministrationError(error.message) : error;
      }
    },
    auditOf: ({ scanId, accountId, clientId }, { siteId }) => [
      {
        action: 'scan requested',
        accountId,
        clientId,
        subject: scanId,
        detail: `site ${siteId.toLowerCase()}`,
      },
    ],
  }),
  /** What a scan of a site would ask and cost now. Throws AdministrationError if there is no such site. */
  'scan/estimate': defineCommand({
    usage: [],
    request: SiteRequest,
    result: ScanEstimate,
    adviceAfterSilence: retryAdvice,
    async run({ store, scanRunner }, { siteId }) {
      const subject = await findSubject(store, siteId);
      const outlook = await (await scanRunner()).outlook(subject);
      const { questions, obstacle } = outlook;
      return { questions, estimateUsd: toDollars(outlook.estimate), obstacle };
    },
  }),
  /** How far a scan is. */
  'scan/progress': defineCommand({
    usage: [],
    request: v.object({ siteId: v.string(), scanId: v.string() }),
    result: ScanProgress,
    adviceAfterSilence: retryAdvice,
    run: readProgress,
  }),
};

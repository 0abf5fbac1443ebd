import { basename } from 'node:path';
import * as v from 'valibot';
import { sampleHeader } from '../../contract/page-settings.ts';
import { formatCount } from '../../service/format-count.ts';
import { describeRecordCounts } from '../../service/import/describe-summary.ts';
import { ImportRefused, maxFaultsListed } from '../../service/import/faults.ts';
import { ImportSummary } from '../../service/import/import.ts';
import { importInThread } from '../../service/import/import-in-thread.ts';
import { UnreadableInput } from '../../service/import/input.ts';
import { unknownCaller } from '../../service/service.ts';
import { AuditQuery, AuditRecord } from '../../service/store/audit.ts';
import { StoreFull } from '../../service/store/store.ts';
import { StoreCheck } from '../../service/store/store-check.ts';
import { AdministrationError } from './administration-error.ts';
import { type CommandContext, defineCommand, retryAdvice } from './command.ts';

const ServiceResponse = v.object({
  status: v.number(),
  contentType: v.string(),
  isSample: v.boolean(),
  body: v.string(),
});
type ServiceResponse = v.InferOutput<typeof ServiceResponse>;

/** Why an import failed, without quoting the file. */
function describeFailure(error: unknown, signal: AbortSignal | undefined): string {
  if (error instanceof UnreadableInput) return error.unreadableCause;
  if (error instanceof StoreFull) return 'a full disk';
  if (error instanceof AdministrationError) return 'the host was stopping';
  if (signal?.aborted && error === signal.reason) return 'the command ended';
  if (!(error instanceof ImportRefused)) return 'the import failed';
  const { length } = error.faults;
  return length > maxFaultsListed
    ? `more than ${formatCount(maxFaultsListed, 'fault')}`
    : formatCount(length, 'fault');
}

async function readAsOperator(
  { store, service }: CommandContext,
  siteId: string,
  address: string,
): Promise<ServiceResponse> {
  const reader = await service();
  const [site] = await store.lookups.sites([siteId.toLowerCase()]);
  if (!site) throw new AdministrationError(`No site has the ID ${siteId}.`);
  const request = new Request(new URL(address, 'http://operator.invalid'));
  const caller = { ...unknownCaller, operatorAccountId: site.accountId };
  const response = await reader.fetch(request, caller);
  return {
    status: response.status,
    contentType: response.headers.get('Content-Type') ?? '',
    isSample: response.headers.has(sampleHeader),
    body: await response.text(),
  };
}

const defineImport = (hasNewIds: boolean, usage: readonly string[], adviceAfterSilence: string) =>
  defineCommand({
    usage,
    request: v.object({ path: v.string(), account: v.nullable(v.string()) }),
    result: ImportSummary,
    adviceAfterSilence: `The import has not been confirmed: once the host responds again, ${adviceAfterSilence}`,
    maxSilenceMs: 60_000,
    run: (
      { store, keepsTexts },
      { path, account },
      { onProgress = () => {}, signal = new AbortController().signal },
    ) => importInThread(store, { path, account, keepsTexts, hasNewIds }, { onProgress, signal }),
    auditOf(summary, { path }) {
      const detail = `${describeRecordCounts(summary)}${hasNewIds ? ', with new IDs' : ''}`;
      return summary.accounts.map((accountId) => ({
        action: 'imported' as const,
        accountId,
        subject: basename(path),
        detail,
      }));
    },
    auditOfFailure: (error, { path }, signal) => [
      {
        action: 'import refused',
        subject: basename(path),
        detail: describeFailure(error, signal),
      },
    ],
  });

/** An operator's commands on the whole store. */
export const storeCommands = {
  /**
   * Imports a file, whose path is absolute and readable by the process that does the import. Throws ImportRefused,
   * UnreadableInput, the store's errors or the signal's reason; from a running host, AdministrationError.
   */
  import: defineImport(
    false,
    ['FILE [--account ID] [--new-ids]'],
    'import the file again. Importing it twice does no harm.',
  ),
  /** Like `import`, with new IDs for the records of the file; a command of its own, since earlier hosts would keep them. */
  importWithNewIds: defineImport(
    true,
    [],
    'look whether the copy is there before you import the file again, since each import adds another one.',
  ),
  /** Reads the newest matching records of the audit trail, oldest first. */
  audit: defineCommand({
    usage: [
      '[--account ID] [--client ID] [--key KEY] [--since DAY] [--until DAY] [--limit N] [--json]',
    ],
    request: AuditQuery,
    result: v.pipe(v.array(AuditRecord), v.readonly()),
    adviceAfterSilence: retryAdvice,
    run: ({ store }, query) => store.audit(query),
  }),
  /** Reads everything in the store and reports what is damaged. */
  check: defineCommand({
    usage: [''],
    request: v.object({}),
    result: StoreCheck,
    adviceAfterSilence: 'Check again once it responds, or stop it and check the folder.',
    run: ({ store }) => store.check(),
  }),
  /**
   * Sends a GET request for a path and query to the service, with the access of the account that owns a site. Throws
   * AdministrationError if no site has the ID.
   */
  read: defineCommand({
    usage: [],
    request: v.object({
      siteId: v.string(),
      address: v.pipe(v.string(), v.startsWith('/')),
    }),
    result: ServiceResponse,
    adviceAfterSilence: `Nothing was written. ${retryAdvice}`,
    run: (context, { siteId, address }) => readAsOperator(context, siteId, address),
  }),
};

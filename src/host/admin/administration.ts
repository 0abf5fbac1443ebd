import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { sampleHeader } from '../../contract/page-settings.ts';
import type { ImportProgress, ImportSummary } from '../../service/import/import.ts';
import { importInThread } from '../../service/import/import-in-thread.ts';
import { type Service, unknownCaller } from '../../service/service.ts';
import type { AuditQuery, AuditRecord } from '../../service/store/audit.ts';
import type { Store } from '../../service/store/store.ts';
import type { StoreCheck } from '../../service/store/store-check.ts';
import { AdministrationError } from './administration-error.ts';
import { type ClientAdministration, createClientAdministration } from './client-administration.ts';
import { createKeyAdministration, type KeyAdministration } from './key-administration.ts';
import { createShareAdministration, type ShareAdministration } from './share-administration.ts';

/** An operator's commands on a store, carried out in this process or by the host that has the store open. */
export interface Administration
  extends KeyAdministration,
    ClientAdministration,
    ShareAdministration {
  /**
   * @param path absolute, readable by the process that does the import.
   * @param signal stops an import in this process, unless the import is already becoming visible.
   * @throws ImportRefused, UnreadableSource, the store's errors or the signal's reason; from a running host,
   * AdministrationError.
   */
  importFile(
    path: string,
    account: string | null,
    onProgress: (progress: ImportProgress) => void,
    signal?: AbortSignal,
  ): Promise<ImportSummary>;
  /** Reads the newest matching records of the audit trail, oldest first. */
  readAuditTrail(query: AuditQuery): Promise<readonly AuditRecord[]>;
  /** Reads everything in the store and reports what is damaged. */
  check(): Promise<StoreCheck>;
  /**
   * Sends a GET request to the service, with the access of the account that owns a site.
   * @param address the path and query to request
   * @throws AdministrationError if no site has the ID.
   */
  readFromService(siteId: string, address: string): Promise<ServiceResponse>;
}

export const ServiceResponse = v.object({
  status: v.number(),
  contentType: v.string(),
  isSample: v.boolean(),
  body: v.string(),
});
type ServiceResponse = v.InferOutput<typeof ServiceResponse>;

/** Returns a function that creates a service over the store on its first call, and later returns that service. */
function createServiceLoader(store: Store, clock: () => number): () => Promise<Service> {
  let service: Promise<Service> | null = null;
  return () => {
    service ??= import('../../service/app.ts').then(({ createService }) =>
      createService({
        store,
        clock,
        cursorSecret: randomBytes(32),
        mayUseSampleKeys: () => false,
        onError: ({ error }) => {
          throw error;
        },
      }),
    );
    return service;
  };
}

async function readAsOperator(
  service: Service,
  store: Store,
  siteId: string,
  address: string,
): Promise<ServiceResponse> {
  const [site] = await store.lookups.sites([siteId.toLowerCase()]);
  if (!site) throw new AdministrationError(`No site has the ID ${siteId}.`);
  const request = new Request(new URL(address, 'http://operator.invalid'));
  const caller = { ...unknownCaller, operatorAccountId: site.accountId };
  const response = await service.fetch(request, caller);
  return {
    status: response.status,
    contentType: response.headers.get('Content-Type') ?? '',
    isSample: response.headers.has(sampleHeader),
    body: await response.text(),
  };
}

/**
 * Carries out commands in this process.
 * @param options.clock the current time in milliseconds since the epoch.
 * @param options.isServing whether this process serves requests, and so can revoke keys in memory.
 * @param options.keepsTexts whether imports store the texts of answers.
 * @param options.service returns the service that handles reads; by default, one that this process creates.
 */
export function createAdministration(
  store: Store,
  {
    clock = Date.now,
    isServing = false,
    keepsTexts = true,
    service = createServiceLoader(store, clock),
  }: {
    clock?: () => number;
    isServing?: boolean;
    keepsTexts?: boolean;
    service?: () => Promise<Service>;
  } = {},
): Administration {
  return {
    importFile: (path, account, onProgress, signal = new AbortController().signal) =>
      importInThread(store, { path, account, keepsTexts }, { onProgress, signal }),
    readAuditTrail: (query) => store.audit(query),
    check: () => store.check(),
    ...createClientAdministration(store),
    readFromService: async (siteId, address) =>
      readAsOperator(await service(), store, siteId, address),
    ...createKeyAdministration(store, { clock, isServing }),
    ...createShareAdministration(store, { clock, isServing }),
  };
}

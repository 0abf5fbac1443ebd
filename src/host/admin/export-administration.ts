import { basename, isAbsolute } from 'node:path';
import * as v from 'valibot';
import {
  ExportCounts,
  type ExportSubject,
  findExportRoots,
  readExport,
} from '../../service/export/export-records.ts';
import { describeContent } from '../../service/import/describe-summary.ts';
import { AdministrationError } from './administration-error.ts';
import { type CommandContext, type CommandOptions, defineCommand } from './command.ts';
import { refuseExistingFile, writeNewFile } from './write-new-file.ts';

const ExportRequest = v.object({
  kind: v.picklist(['site', 'client']),
  id: v.string(),
  isForClient: v.optional(v.boolean()),
  /** Absolute, and writable by the process that does the export. */
  path: v.pipe(v.string(), v.check(isAbsolute, 'must be absolute')),
});
type ExportRequest = v.InferOutput<typeof ExportRequest>;

const ExportResult = v.object({
  accountId: v.string(),
  clientId: v.nullable(v.string()),
  counts: ExportCounts,
});

async function exportToFile(
  { store }: CommandContext,
  { path, isForClient = false, ...request }: ExportRequest,
  { signal = new AbortController().signal }: CommandOptions,
): Promise<v.InferOutput<typeof ExportResult>> {
  refuseExistingFile(path);
  const subject: ExportSubject = { ...request, isForClient, id: request.id.toLowerCase() };
  const counts: ExportCounts = {
    answers: 0,
    scans: 0,
    accountRecords: 0,
    clients: 0,
    sites: 0,
    brands: 0,
    prompts: 0,
    recommendations: 0,
    notes: 0,
  };
  // No import changes the data before this one has ended.
  const writer = await store.beginImport();
  try {
    signal.throwIfAborted();
    const roots = await findExportRoots(store, subject);
    if (!roots) throw new AdministrationError(`No ${subject.kind} has the ID ${request.id}.`);
    await writeNewFile(path, readExport(store, roots, subject, counts, signal));
    return { accountId: roots.account.id, clientId: roots.client?.id ?? null, counts };
  } finally {
    await writer.abort();
  }
}

/** An operator's command that takes data out of the store. */
export const exportCommands = {
  /**
   * Writes everything that is stored of a site or client to a new file, which can be imported. Throws
   * AdministrationError if there is no such site or client, if the path exists, or if it cannot be written.
   */
  export: defineCommand({
    usage: ['--site ID [--for-client] [FILE]', '--client ID [--for-client] [FILE]'],
    request: ExportRequest,
    result: ExportResult,
    adviceAfterSilence:
      'The export has not been confirmed: once the host responds again, see whether the file is there. It appears only when it is complete.',
    run: exportToFile,
    auditOf: ({ accountId, clientId, counts }, { kind, id, path }) => [
      {
        action: 'exported',
        accountId,
        clientId,
        subject: basename(path),
        detail: `${kind} ${id}: ${describeContent(counts)}`,
      },
    ],
  }),
};

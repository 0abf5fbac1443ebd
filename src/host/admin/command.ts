import type * as v from 'valibot';
import type { ImportProgress } from '../../service/import/import.ts';
import type { ScanRunner } from '../../service/scans/scan-runner.ts';
import type { Service } from '../../service/service.ts';
import type { AuditRecord } from '../../service/store/audit.ts';
import type { Store } from '../../service/store/store.ts';

/** What commands work on in the process that carries them out. */
export interface CommandContext {
  store: Store;
  /** Returns the current time in milliseconds since the epoch. */
  clock: () => number;
  /** Whether the process serves requests, and so can restrict keys in memory. */
  isServing: boolean;
  /** Whether imports store the texts of answers. */
  keepsTexts: boolean;
  /** Returns the service that handles reads. */
  service: () => Promise<Service>;
  /** Returns what runs scans. */
  scanRunner: () => Promise<ScanRunner>;
}

export interface CommandOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Stops an import in this process, unless the import is already becoming visible. */
  signal?: AbortSignal | undefined;
}

/** The fields of an audit record that differ from those of a record that names nothing. */
export type AuditEntry = Pick<AuditRecord, 'action'> & Partial<AuditRecord>;

/** An operator's command on a store, carried out in this process or by the host that has the store open. */
export interface Command<Request, Result> {
  /** What follows the command's name, one text for each way to call it; empty if it has no command line. */
  usage: readonly string[];
  request: v.GenericSchema<unknown, Request>;
  /** Hosts of earlier versions may leave out what has been added to a result since. */
  result: v.GenericSchema<unknown, Result>;
  /** What to do after a host has gone silent during the command. */
  adviceAfterSilence: string;
  /** How long a host that carries out the command may be silent, in milliseconds; 30 seconds by default. */
  maxSilenceMs?: number;
  run(context: CommandContext, request: Request, options: CommandOptions): Promise<Result>;
  /** What the audit trail records of the command; absent for commands that only read. */
  auditOf?(result: Result, request: Request): readonly AuditEntry[];
  /** What the audit trail records of a failure. */
  auditOfFailure?(
    error: unknown,
    request: Request,
    signal: AbortSignal | undefined,
  ): readonly AuditEntry[];
}

/** Infers the types of a command's request and result. */
export const defineCommand = <Request, Result>(
  command: Command<Request, Result>,
): Command<Request, Result> => command;

/** For commands that only read. */
export const retryAdvice = 'Run the command again once it responds.';

/** @param script the npm script that lists what the command changes. */
export const adviseListing = (script: string): string =>
  `The command has not been confirmed: once the host responds again, check with "npm run ${script} -- list".`;

import type { Store } from '../../service/store/store.ts';
import type { Administration } from './administration.ts';
import type { AuditEntry } from './command.ts';
import { commands } from './commands.ts';

const blankEntry = {
  accountId: null,
  clientId: null,
  keyId: null,
  subject: '',
  detail: '',
  address: '',
  times: 1,
};

/** Wraps an administration so that every change and every failed import is added to the audit trail. */
export function withAuditTrail(
  administration: Administration,
  store: Store,
  clock: () => number,
): Administration {
  const record = (entries: readonly AuditEntry[] = []): void => {
    for (const entry of entries) store.recordAudit({ at: clock(), ...blankEntry, ...entry });
  };
  return {
    async run(name, request, options) {
      const command = commands[name];
      try {
        const result = await administration.run(name, request, options);
        record(command.auditOf?.(result, request));
        return result;
      } catch (error) {
        record(command.auditOfFailure?.(error, request, options?.signal));
        throw error;
      }
    },
  };
}

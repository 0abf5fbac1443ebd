import { bearerOf } from '../contract/bearer.ts';
import { anyEndpointOf } from '../contract/every-endpoint.ts';
import { type Access, type AccessControl, isSessionOver } from './access.ts';
import type { Caller, ServiceOptions } from './service.ts';
import type { AuditRecord } from './store/audit.ts';
import type { KeyRecord, NoteRecord } from './store/records.ts';

/** Adds the service's lines to the audit trail. */
export interface AuditLines {
  signedIn(access: Access, caller: Caller): void;
  /** Records a request refused with 401 or 403, unless it has no key at all. */
  refused(status: 401 | 403, request: Request, caller: Caller): Promise<void>;
  noteAdded(access: Access, caller: Caller, note: NoteRecord): void;
}

/** Why a known key was refused. */
function reasonOf(key: KeyRecord, caller: Caller, now: number): string {
  if (key.revokedAt !== null) return ', the key is revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return ', the key has expired';
  return isSessionOver(key, caller) ? ', the session was ended' : ', sample data';
}

/** @param keyOf looks up the key in a request. */
export function auditLines(
  { store, clock }: ServiceOptions,
  keyOf: AccessControl['keyOf'],
): AuditLines {
  const line = (
    action: AuditRecord['action'],
    { address }: Caller,
    more: Partial<AuditRecord>,
  ): AuditRecord => ({
    at: clock(),
    ...{ action, address, accountId: null, clientId: null, keyId: null },
    ...{ subject: '', detail: '', times: 1 },
    ...more,
  });

  return {
    signedIn: ({ keyId, tenant }, caller) =>
      store.record(line('signed in', caller, { keyId, ...tenant })),

    async refused(status, request, caller) {
      if (bearerOf(request.headers) === null) return;
      const key = await keyOf(request);
      const what = caller.signsIn
        ? 'signing in'
        : (anyEndpointOf(request.method, new URL(request.url).pathname) ?? 'no endpoint');
      const why =
        key === null ? ', an unknown key' : status === 401 ? reasonOf(key, caller, clock()) : '';
      const { id: keyId = null, accountId = null, clientId = null } = key ?? {};
      const detail = `${status} ${what}${why}`;
      store.record(line('refused', caller, { keyId, accountId, clientId, detail }));
    },

    noteAdded({ keyId, tenant }, caller, { activityId, recommendationId, siteId }) {
      const detail = `recommendation ${recommendationId} of site ${siteId}`;
      store.record(line('note added', caller, { keyId, ...tenant, subject: activityId, detail }));
    },
  };
}

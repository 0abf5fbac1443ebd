import { bearerOf } from '../../contract/bearer.ts';
import type { EndpointName } from '../../contract/every-endpoint.ts';
import type { Caller, ServiceOptions } from '../service.ts';
import type { AuditRecord } from '../store/audit.ts';
import type { KeyRecord, NoteRecord } from '../store/records.ts';
import { type Access, type AccessControl, isSessionOver, type Refusal } from './access.ts';
import { splitToken } from './passphrase.ts';

/** Records events of the service in the audit trail. */
export interface AuditRecorder {
  recordSignIn(access: Access, caller: Caller): void;
  /**
   * Records a refused request. Skips requests without a key and requests with the secret of an unknown feed. Also skips
   * requests that open a share without its passphrase, since the page then asks for it.
   * @param call what was requested: at no endpoint, `endpoint` is null.
   * @param refusal why there was no access; null if an endpoint refused the request.
   */
  recordRefusal(
    status: 401 | 403 | 429,
    call: { request: Request; endpoint: EndpointName | null; caller: Caller },
    refusal: Refusal | null,
  ): Promise<void>;
  recordNoteChange(
    action: 'note added' | 'note changed' | 'note deleted',
    access: Access,
    caller: Caller,
    note: NoteRecord,
  ): void;
  recordShareChange(
    action: 'share created' | 'share revoked' | 'feed created' | 'feed revoked',
    access: Access,
    caller: Caller,
    share: { id: string; siteId: string },
  ): void;
  /** @param change what was changed, by its IDs only. */
  recordSetupChange(action: SetupAction, access: Access, caller: Caller, change: SetupChange): void;
}

type SetupAction =
  | 'client created'
  | 'client changed'
  | 'client deleted'
  | 'site created'
  | 'site changed'
  | 'site deleted'
  | 'set-up changed'
  | 'scan deleted'
  | 'scan requested'
  | 'scan cancelled'
  | 'scan retried';

interface SetupChange {
  clientId: string | null;
  /** The ID of the client, site or scan. */
  id: string;
  detail?: string;
}

/** Why a key had no access, as the end of an audit record's detail. */
function reasonOf(
  key: KeyRecord | null,
  refusal: Refusal | null,
  caller: Caller,
  now: number,
): string {
  if (key === null) return ', an unknown key';
  if (typeof refusal === 'number') return ', too many wrong passphrases';
  if (refusal === 'passphrase') return ', a wrong passphrase';
  if (key.revokedAt !== null) return ', the key is revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return ', the key has expired';
  if (isSessionOver(key, caller)) return ', the session was ended';
  if (refusal === 'feed' && key.share?.kind !== 'feed') return ', the key cannot read feeds';
  return key.share?.kind === 'feed'
    ? ', the secret of a feed opens only the feed'
    : ', sample keys are refused here';
}

/** @param keyOf looks up the key in a request. */
export function createAuditRecorder(
  { store, clock }: ServiceOptions,
  keyOf: AccessControl['keyOf'],
): AuditRecorder {
  const createRecord = (
    action: AuditRecord['action'],
    { address }: Caller,
    fields: Partial<AuditRecord>,
  ): AuditRecord => ({
    at: clock(),
    action,
    address,
    accountId: null,
    clientId: null,
    keyId: null,
    subject: '',
    detail: '',
    times: 1,
    ...fields,
  });

  return {
    recordSignIn: ({ keyId, tenant: { accountId, clientId } }, caller) =>
      store.recordAudit(createRecord('signed in', caller, { keyId, accountId, clientId })),

    async recordRefusal(status, { request, endpoint, caller }, refusal) {
      const bearer = bearerOf(request.headers);
      if (refusal === 'passphrase' && splitToken(bearer ?? '').passphrase === null) return;
      const key = await keyOf(request);
      if (key === null && bearer === null) return;
      const attempt = caller.isSigningIn ? 'signing in' : (endpoint ?? 'no endpoint');
      const reason = status === 403 && key ? '' : reasonOf(key, refusal, caller, clock());
      const { id: keyId = null, accountId = null, clientId = null } = key ?? {};
      const detail = `${status} ${attempt}${reason}`;
      store.recordAudit(createRecord('refused', caller, { keyId, accountId, clientId, detail }));
    },

    recordNoteChange(action, { keyId, tenant }, caller, note) {
      const { activityId, recommendationId, siteId, audience } = note;
      const forTeam = audience === 'team' ? ', for the team' : '';
      const detail = `recommendation ${recommendationId} of site ${siteId}${forTeam}`;
      const { accountId, clientId } = tenant;
      const change = { keyId, accountId, clientId, subject: activityId, detail };
      store.recordAudit(createRecord(action, caller, change));
    },

    recordShareChange(action, { keyId, tenant: { accountId, clientId } }, caller, { id, siteId }) {
      const change = { keyId, accountId, clientId, subject: id, detail: `site ${siteId}` };
      store.recordAudit(createRecord(action, caller, change));
    },

    recordSetupChange(action, { keyId, tenant }, caller, { clientId, id, detail = '' }) {
      const change = { keyId, accountId: tenant.accountId, clientId, subject: id, detail };
      store.recordAudit(createRecord(action, caller, change));
    },
  };
}

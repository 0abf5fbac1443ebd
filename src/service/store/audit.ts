import * as v from 'valibot';

/**
 * Actions that the audit trail records. `refused` is a call refused because of its key, session, passphrase or scope.
 */
const auditActions = [
  'signed in',
  'refused',
  'note added',
  'note changed',
  'note deleted',
  'imported',
  'import refused',
  'exported',
  'removed',
  'client branded',
  'key created',
  'key rotated',
  'key revoked',
  'sessions ended',
  'share created',
  'share revoked',
  'feed created',
  'feed revoked',
  'client created',
  'client changed',
  'client deleted',
  'site created',
  'site changed',
  'site deleted',
  'set-up changed',
  'scan deleted',
  'scan requested',
  'scan cancelled',
  'scan retried',
  'lines lost',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One record of the audit trail. It never contains a key, a cookie or the text of a note. */
export const AuditRecord = v.object({
  /** Milliseconds since the epoch. */
  at: v.number(),
  action: v.picklist(auditActions),
  /** The account that was affected; null if unknown, as for an unknown key or a failed import. */
  accountId: v.nullable(v.string()),
  clientId: v.nullable(v.string()),
  /** The key that acted or was acted on; null if it is unknown, or if the operator's action does not concern a key. */
  keyId: v.nullable(v.string()),
  /** What was affected, such as a note's ID or an imported file; empty if there is nothing more to name. */
  subject: v.string(),
  /** Further details for people, such as a status and an endpoint, or the number of answers. */
  detail: v.string(),
  /** The caller's network address; empty if the operator acted on the host's machine. */
  address: v.string(),
  /** How many times the action happened while records were being collected. */
  times: v.number(),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;

/** Conditions on audit records. A condition that is left out matches every record. */
export const AuditQuery = v.object({
  accountId: v.optional(v.string()),
  clientId: v.optional(v.string()),
  keyId: v.optional(v.string()),
  /** Records at or after `from`, and before `before`, in milliseconds since the epoch. */
  from: v.optional(v.number()),
  before: v.optional(v.number()),
  /** The maximum number of records. If more match, the newest are returned. */
  limit: v.number(),
});
export type AuditQuery = v.InferOutput<typeof AuditQuery>;

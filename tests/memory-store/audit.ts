import type { AuditRecord } from '../../src/service/store/audit.ts';
import { AuditTrail, countSignIns, matchesQuery } from '../../src/service/store/audit-trail.ts';
import type { Store } from '../../src/service/store/store.ts';

/** Creates the store's methods for the audit trail, including `signIns`, which counts the sign-ins in the trail. */
export function createAudit(): Pick<Store, 'signIns' | 'recordAudit' | 'audit'> {
  const written: AuditRecord[] = [];
  const trail = new AuditTrail(async (records) => {
    written.push(...records);
  });
  return {
    async signIns(issuedKeys) {
      await trail.flush();
      return countSignIns(written, issuedKeys);
    },
    recordAudit: (record) => trail.add(record),
    async audit(query) {
      await trail.flush();
      return written.filter((record) => matchesQuery(record, query)).slice(-query.limit);
    },
  };
}

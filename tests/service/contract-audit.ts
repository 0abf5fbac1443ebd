import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src/service/store/audit.ts';
import type { TestClient } from './test-client.ts';

/** Tests the store's audit trail. */
export function describeAudit(client: () => TestClient): void {
  const account = (n: number) => `0000000d-0000-4000-8000-${String(n).padStart(12, '0')}`;
  /** An hour that no other test writes to. */
  const hour = 1_900_000_000_000;
  const record = (n: number, more: Partial<AuditRecord> = {}): AuditRecord => ({
    at: hour + n,
    action: 'note added',
    accountId: account(1),
    clientId: null,
    keyId: account(9),
    subject: `note ${n}`,
    detail: "an ' odd \\ detail",
    address: '192.0.2.1',
    times: 1,
    ...more,
  });

  describe('the audit trail', () => {
    test('returns the latest matching records, oldest first', async () => {
      const { store } = client();
      const records = [
        record(1),
        record(2, { accountId: account(2), keyId: null, action: 'imported' }),
        record(3, { clientId: account(3) }),
        record(4, { accountId: null, keyId: null, action: 'key revoked', address: '' }),
      ];
      for (const each of records) store.recordAudit(each);
      const [first, second, third, fourth] = records;
      const readAudit = (more: object) => store.audit({ from: hour, limit: 100, ...more });
      expect(await readAudit({})).toEqual(records);
      expect(await readAudit({ accountId: account(1) })).toEqual([first, third]);
      expect(await readAudit({ clientId: account(3) })).toEqual([third]);
      expect(await readAudit({ keyId: account(9) })).toEqual([first, third]);
      expect(await readAudit({ from: hour + 2, before: hour + 4 })).toEqual([second, third]);
      expect(await readAudit({ limit: 2 })).toEqual([third, fourth]);
      expect(await readAudit({ accountId: account(8) })).toEqual([]);
    });
  });
}

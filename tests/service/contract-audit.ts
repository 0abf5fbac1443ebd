import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src/service/store/audit.ts';
import type { TestClient } from './test-client.ts';

/** Tests the store's audit trail. */
export function describeAudit(client: () => TestClient): void {
  const idOf = (n: number) => `0000000d-0000-4000-8000-${String(n).padStart(12, '0')}`;
  /** Later than the time of any record that other tests write. */
  const start = 1_900_000_000_000;
  const createRecord = (n: number, more: Partial<AuditRecord> = {}): AuditRecord => ({
    at: start + n,
    action: 'note added',
    accountId: idOf(1),
    clientId: null,
    keyId: idOf(9),
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
        createRecord(1),
        createRecord(2, { accountId: idOf(2), keyId: null, action: 'imported' }),
        createRecord(3, { clientId: idOf(3) }),
        createRecord(4, { accountId: null, keyId: null, action: 'key revoked', address: '' }),
      ];
      for (const record of records) store.recordAudit(record);
      const [first, second, third, fourth] = records;
      const readAudit = (filters: object) => store.audit({ from: start, limit: 100, ...filters });
      expect(await readAudit({})).toEqual(records);
      expect(await readAudit({ accountId: idOf(1) })).toEqual([first, third]);
      expect(await readAudit({ clientId: idOf(3) })).toEqual([third]);
      expect(await readAudit({ keyId: idOf(9) })).toEqual([first, third]);
      expect(await readAudit({ from: start + 2, before: start + 4 })).toEqual([second, third]);
      expect(await readAudit({ limit: 2 })).toEqual([third, fourth]);
      expect(await readAudit({ accountId: idOf(8) })).toEqual([]);
    });
  });
}

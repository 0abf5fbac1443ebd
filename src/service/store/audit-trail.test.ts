import { describe, expect, test, vi } from 'vitest';
import type { AuditRecord } from './audit.ts';
import { AuditTrail } from './audit-trail.ts';

const record = (fields: Partial<AuditRecord> = {}): AuditRecord => ({
  at: 1,
  action: 'note added',
  accountId: null,
  clientId: null,
  keyId: null,
  subject: '',
  detail: '',
  address: '',
  times: 1,
  ...fields,
});
const refusal = (fields: Partial<AuditRecord> = {}) => record({ action: 'refused', ...fields });
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

/** Opens a trail. `written` lists the batches of records that it has written. */
function openTrail() {
  const written: AuditRecord[][] = [];
  const write = vi.fn(async (records: readonly AuditRecord[]) => {
    written.push([...records]);
  });
  return { trail: new AuditTrail(write), written, write };
}

describe('the audit trail', () => {
  test('is written in order, each record once', async () => {
    const { trail, written } = openTrail();
    for (const at of [1, 2, 3]) trail.add(record({ at }));
    await trail.flush();
    trail.add(record({ at: 4 }));
    await trail.flush();
    await trail.flush();
    expect(written.map((records) => records.map(({ at }) => at))).toEqual([[1, 2, 3], [4]]);
  });

  test('is written within a second without a flush', async () => {
    vi.useFakeTimers();
    const { trail, written } = openTrail();
    trail.add(record());
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(written).toEqual([[record()]]);
  });

  test('keeps records that could not be written, and writes them in order with the next ones', async () => {
    const { trail, written, write } = openTrail();
    write.mockRejectedValueOnce(new Error('no room'));
    trail.add(record({ at: 1 }));
    await expect(trail.flush()).rejects.toThrow('no room');
    trail.add(record({ at: 2 }));
    await trail.flush();
    expect(written).toEqual([[record({ at: 1 }), record({ at: 2 })]]);
  });

  test('writes a repeated refusal once, with its count', async () => {
    const { trail, written } = openTrail();
    for (const at of range(500)) trail.add(refusal({ at, keyId: 'k', detail: '401 clients' }));
    trail.add(refusal({ at: 500, keyId: 'k', detail: '403 notes' }));
    await trail.flush();
    expect(written[0]?.map(({ detail, times }) => [detail, times])).toEqual([
      ['401 clients', 500],
      ['403 notes', 1],
    ]);
  });

  test.each([
    ['an unknown key', null],
    ['a key', 'k'],
  ])('keeps few distinct records for %s, however many events it causes', async (_, keyId) => {
    const { trail, written } = openTrail();
    for (const n of range(5_000)) trail.add(refusal({ keyId, address: `192.0.2.${n}` }));
    for (const n of range(5_000)) {
      trail.add(record({ action: 'signed in', keyId, address: `192.0.2.${n}` }));
    }
    for (const n of range(50)) trail.add(refusal({ keyId: `key ${n}` }));
    await trail.flush();
    const records = written.flat();
    expect(records.filter((entry) => entry.keyId?.startsWith('key'))).toHaveLength(50);
    expect(records.filter((entry) => entry.keyId === keyId).length).toBeLessThan(50);
    expect(records.reduce((sum, { times }) => sum + times, 0)).toBe(10_050);
  });

  test('keeps an operator’s action while nothing can be written, however many calls are refused meanwhile', async () => {
    const { trail, written, write } = openTrail();
    write.mockRejectedValueOnce(new Error('no room')).mockRejectedValueOnce(new Error('no room'));
    for (const n of range(20_000)) trail.add(refusal({ at: n, keyId: `key ${n % 50}` }));
    await expect(trail.flush()).rejects.toThrow('no room');
    for (const n of range(20_000)) trail.add(refusal({ at: n, keyId: `key ${n % 50}` }));
    trail.add(record({ at: 30_000, action: 'key revoked' }));
    await expect(trail.flush()).rejects.toThrow('no room');
    await trail.flush();
    const records = written.flat();
    expect(records.at(-1)).toEqual(record({ at: 30_000, action: 'key revoked' }));
    expect(records).toHaveLength(51);
    expect(records.reduce((sum, { times }) => sum + times, 0)).toBe(40_001);
  });

  test('limits its memory while nothing can be written, and records how many records were lost', async () => {
    const { trail, written, write } = openTrail();
    write.mockRejectedValueOnce(new Error('no room'));
    for (const at of range(10_100)) trail.add(record({ at }));
    await expect(trail.flush()).rejects.toThrow('no room');
    await trail.flush();
    expect(written[0]).toHaveLength(10_001);
    expect(written[0]?.at(-1)).toEqual(record({ at: 9_999, action: 'lines lost', times: 100 }));
  });
});

import { describe, expect, test, vi } from 'vitest';
import { type AuditRecord, AuditTrail } from './audit.ts';

const line = (more: Partial<AuditRecord> = {}): AuditRecord => ({
  at: 1,
  action: 'signed in',
  accountId: null,
  clientId: null,
  keyId: null,
  subject: '',
  detail: '',
  address: '',
  times: 1,
  ...more,
});
const refused = (more: Partial<AuditRecord> = {}) => line({ action: 'refused', ...more });
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

function open() {
  const written: AuditRecord[][] = [];
  const write = vi.fn(async (records: readonly AuditRecord[]) => {
    written.push([...records]);
  });
  return { trail: new AuditTrail(write), written, write };
}

describe('the audit trail', () => {
  test('is written in order, and nothing twice', async () => {
    const { trail, written } = open();
    for (const at of [1, 2, 3]) trail.add(line({ at }));
    await trail.flush();
    trail.add(line({ at: 4 }));
    await trail.flush();
    await trail.flush();
    expect(written.map((records) => records.map(({ at }) => at))).toEqual([[1, 2, 3], [4]]);
  });

  test('is written by itself within a second', async () => {
    vi.useFakeTimers();
    const { trail, written } = open();
    trail.add(line());
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(written).toEqual([[line()]]);
  });

  test('keeps what could not be written, and writes it in order when it can', async () => {
    const { trail, written, write } = open();
    write.mockRejectedValueOnce(new Error('no room'));
    trail.add(line({ at: 1 }));
    await expect(trail.flush()).rejects.toThrow('no room');
    trail.add(line({ at: 2 }));
    await trail.flush();
    expect(written).toEqual([[line({ at: 1 }), line({ at: 2 })]]);
  });

  test('counts the same refusal once, with how often', async () => {
    const { trail, written } = open();
    for (const at of range(500)) trail.add(refused({ at, keyId: 'k', detail: '401 clients' }));
    trail.add(refused({ at: 500, keyId: 'k', detail: '403 notes' }));
    await trail.flush();
    expect(written[0]?.map(({ detail, times }) => [detail, times])).toEqual([
      ['401 clients', 500],
      ['403 notes', 1],
    ]);
  });

  test('holds few lines of however many unknown keys, and every known key’s', async () => {
    const { trail, written } = open();
    for (const n of range(5_000)) trail.add(refused({ address: `192.0.2.${n}` }));
    for (const n of range(50)) trail.add(refused({ keyId: `key ${n}` }));
    await trail.flush();
    const lines = written.flat();
    expect(lines.filter(({ keyId }) => keyId !== null)).toHaveLength(50);
    expect(lines.filter(({ keyId }) => keyId === null).length).toBeLessThan(30);
    expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(5_050);
  });

  test('is bounded in memory while nothing can be written', async () => {
    const { trail, written, write } = open();
    write.mockRejectedValueOnce(new Error('no room'));
    for (const at of range(10_100)) trail.add(line({ at }));
    await expect(trail.flush()).rejects.toThrow('no room');
    await trail.flush();
    expect(written[0]).toHaveLength(10_000);
  });
});

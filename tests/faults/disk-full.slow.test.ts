import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const script = resolve(import.meta.dirname, 'disk-full-process.ts');

/** Runs the script on a real file system of 48 MB, which only its process can see. */
function runOnSmallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-full-'));
  const isRoot = process.getuid?.() === 0;
  const command = `mount -t tmpfs -o size=48m none "$1" && exec "$2" "$3" "$1"`;
  const child = spawnSync(
    'unshare',
    [isRoot ? '-m' : '-Urm', 'sh', '-c', command, 'sh', folder, process.execPath, script],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  rmSync(folder, { recursive: true });
  if (child.status !== 0) {
    const reason = `${child.error ?? ''} ${child.stderr}`;
    throw new Error(
      `This test needs Linux and a user who may mount a file system with unshare: ${reason}`,
    );
  }
  return child.stdout;
}

const outcome = JSON.parse(runOnSmallDisk());

it('on a full disk, writes fail and change nothing, and reads still work; once there is space, writes work again', () => {
  const { before, firstNote, full, after, failures } = outcome;
  expect(firstNote.status).toBe(201);
  expect(full.note.status).toBe(507);
  expect(JSON.parse(full.note.text).type).toBe('urn:sightline:problem:storage-full');
  expect(full.key).toBe('disk full');
  expect(full.import).toBe('disk full');
  expect(full.clients).toEqual(before);
  expect(full.report.status).toBe(200);
  expect(full.report.text).toContain('62.5');
  expect(full.filters.status).toBe(200);
  expect(full.filters.text).toContain('chatgpt_app');
  expect(full.keys).toBe(3);
  expect(new Set(failures)).toEqual(new Set(['disk full']));

  expect(after.clients).toEqual(before);
  expect(after.note.status).toBe(201);
  const bodies = JSON.parse(after.note.text).data.map((note: { body: string }) => note.body);
  expect(bodies).toEqual(['after', 'before']);
  expect(after.import).toBe('done');
  expect(JSON.parse(after.renamed.text).data[0].name).toBe('After');
});

it('an import that failed on a full disk does not block later ones', () => {
  const { empty, full, after } = outcome;
  expect(empty).toEqual({ import: 'disk full', secondImport: 'disk full' });
  expect([full.import, full.secondImport, after.import]).toEqual([
    'disk full',
    'disk full',
    'done',
  ]);
});

it('a key revoked on a full disk stops working, and is revoked on disk once there is space', () => {
  const { statusBefore, full, after, revokedOnDisk } = outcome;
  expect([statusBefore, full.statusMeanwhile, full.statusAfter]).toEqual([200, 200, 401]);
  // Without a running host, a revocation in memory would be lost.
  expect(full.revokeWithoutHost).toBe('refused');
  expect(full.revoke).toBe(false);
  expect(full.rotate).toBe('disk full');
  expect(after.key).toBe('done');
  expect([...revokedOnDisk].sort()).toEqual(['Feed', 'Shared', 'revocable']);
});

it('shares and feeds revoked, and sessions ended, on a full disk end at once, and are saved once there is space', () => {
  const { full, endedOnDisk } = outcome;
  for (const { status, text } of [full.revokedShare, full.revokedFeed]) {
    expect([status, JSON.parse(text)]).toEqual([202, { isSaved: false }]);
  }
  expect(JSON.parse(full.sharesAfter.text).data).toEqual([]);
  expect(full.endSessionsWithoutHost).toBe('refused');
  expect([full.endedSessions, full.sessionsEndedAt]).toEqual([false, 1]);
  expect(endedOnDisk).toEqual(['ended']);
});

it('on a full disk, the list of shares and the audit trail include what is not written yet', () => {
  const { full } = outcome;
  expect(full.shares.status).toBe(200);
  expect(JSON.parse(full.shares.text).data).toMatchObject([{ title: 'Shared', opens: 1 }]);
  expect(full.audit).toEqual(['signed in']);
});

import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { SetupJob } from '../../src/contract/sightline/setup.ts';
import { createSetupCaller } from './contract-setup.ts';
import { branches, type KeyName, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, clientId } = branches.second.ids;
const setupPath = pathTo('setup', { siteId });
const jobPath = (jobId: string) => pathTo('setupJob', { jobId });

/** Tests changes that go on in the background. */
export function describeSetupJobs(client: () => TestClient): void {
  const { send, change, endOf, readJob, readSetup } = createSetupCaller(client);
  /** Sends a change of the second branch's site, which has to go on in the background. */
  const startJob = async (more: object, key: KeyName = 'agency') => {
    const response = await send(key, 'PUT', setupPath, { ...(await readSetup(siteId)), ...more });
    expect(response.status, response.text).toBe(202);
    const job = v.parse(SetupJob, response.json);
    expect(response.headers.get('Location')).toBe(jobPath(job.id));
    return job;
  };

  describe('a change of a set-up', () => {
    test('waits in the background while another import is in progress', async () => {
      const writer = await client().store.beginImport();
      const job = await startJob({ name: 'mark-second renamed' });
      expect(job).toMatchObject({ siteId, clientId, state: 'waiting', failure: null });
      expect((await readSetup(siteId)).name).toBe('mark-second site');
      await writer.abort();
      expect(await endOf('agency', jobPath(job.id))).toMatchObject({ state: 'done' });
      expect((await readSetup(siteId)).name).toBe('mark-second renamed');
    });

    test('is refused in the background if another one was stored first', async () => {
      const writer = await client().store.beginImport();
      const first = await startJob({ name: 'mark-second first' });
      const second = await startJob({ name: 'mark-second second' });
      await writer.abort();
      expect(await endOf('agency', jobPath(first.id))).toMatchObject({ state: 'done' });
      expect(await endOf('agency', jobPath(second.id))).toMatchObject({
        state: 'failed',
        failure:
          'The set-up was changed since it was read. Nothing was saved. Read it again, and save again.',
      });
      expect((await readSetup(siteId)).name).toBe('mark-second first');
    });

    test('in the background is not found by keys with other access', async () => {
      const writer = await client().store.beginImport();
      const job = await startJob({ name: 'mark-second again' });
      const unknown = await client().callAs('agency', jobPath(unknownId));
      for (const key of ['client', 'other', 'business', 'sample'] as const) {
        const response = await client().callAs(key, jobPath(job.id));
        expect([response.status, response.text]).toEqual([404, unknown.text]);
      }
      expect((await readJob('readonly', jobPath(job.id))).id).toBe(job.id);
      await writer.abort();
      await endOf('agency', jobPath(job.id));
    });

    test('reads stored texts again in the background, and counts the mentions of changed brands', async () => {
      const { brands } = await readSetup(siteId);
      const job = await startJob({
        brands: [...brands, { name: 'Everywhere', role: 'competitor', aliases: ['everywhere'] }],
      });
      const ended = await endOf('agency', jobPath(job.id));
      expect(ended).toMatchObject({
        state: 'done',
        answersRead: 1,
        answersToRead: 1,
        mentions: [{ name: 'Everywhere', answers: 1, firstAt: '2026-01-01T11:00:00.000Z' }],
        answers: 1,
      });
    });

    test('is refused once too many others wait', async () => {
      const writer = await client().store.beginImport();
      const jobs: SetupJob[] = [];
      for (let n = 0; n < 8; n += 1) jobs.push(await startJob({ name: `mark-second ${n}` }));
      const surplus = await send('agency', 'PUT', setupPath, await readSetup(siteId));
      expect([surplus.status, surplus.headers.get('Retry-After')]).toEqual([429, '30']);
      const other = branches.other.ids.siteId;
      const otherPath = pathTo('site', { siteId: other });
      expect((await send('other', 'PATCH', otherPath, { url: 'https://x.example' })).status).toBe(
        202,
      );
      await writer.abort();
      for (const { id } of jobs) await endOf('agency', jobPath(id));
    });

    test('is recorded in the audit trail with IDs only', async () => {
      const name = 'mark-second site';
      const readAudit = () =>
        client().store.audit({ accountId: branches.second.accountId, limit: 1_000 });
      const isChange = ({ action, subject }: { action: string; subject: string }) =>
        action === 'set-up changed' && subject === siteId;
      const earlier = (await readAudit()).filter(isChange);
      await change('agency', 'PUT', setupPath, { ...(await readSetup(siteId)), name });
      const records = await readAudit();
      const changes = records.filter(isChange);
      expect(changes).toHaveLength(earlier.length + 1);
      expect(changes.at(-1)).toMatchObject({ clientId, keyId: expect.any(String) });
      expect(JSON.stringify(records)).not.toContain('mark-second');
    });
  });
}

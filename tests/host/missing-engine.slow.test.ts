import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/host/backend/backend.ts';
import { ConfigError } from '../../src/host/config.ts';

// The engine must not have been loaded before, so this test needs a process of its own, as every slow test has.
it('a host explains what to do if the engine has no build for the system', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-backend-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'mips' });
  onTestFinished(() => {
    Object.defineProperty(process, 'arch', { value: arch });
  });
  const opening = openStore({
    dataDir,
    clickhouseUrl: null,
    clickhouseCluster: null,
    answerDays: null,
    scans: { rawDays: 30 },
  });
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow('npm ci');
});

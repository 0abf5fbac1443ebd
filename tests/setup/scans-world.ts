import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createFakeScans, type FakeScans, scanHandlers } from './fake-scans.ts';
import type { setUpService } from './service-world.ts';

/**
 * Serves what the returned object has to every test of a file, and fakes the timers of polls. Each test starts with a
 * service at which nothing runs.
 */
export function setUpScans({
  override,
}: Pick<ReturnType<typeof setUpService>, 'override'>): FakeScans {
  // Loads the parts that pages load on demand, so that no test waits for them to compile.
  beforeAll(async () => {
    await Promise.all([
      import('../../src/dashboard/app/shell/scan-watch.ts'),
      import('../../src/dashboard/scans/scan-notices.tsx'),
      import('../../src/dashboard/scans/site-progress.tsx'),
    ]);
  });
  const fake = createFakeScans();
  beforeEach(() => {
    Object.assign(fake, createFakeScans());
    override(...scanHandlers(fake));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => void vi.useRealTimers());
  return fake;
}

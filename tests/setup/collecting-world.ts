import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { collectingHandlers, createFakeCollecting, type FakeCollecting } from './collecting.ts';
import type { setUpService } from './service-world.ts';

/**
 * Serves what the returned object has to every test of a file, and fakes the timers of polls. Each test starts with a
 * service at which nothing runs.
 */
export function setUpCollecting({
  override,
}: Pick<ReturnType<typeof setUpService>, 'override'>): FakeCollecting {
  // Loads the parts that pages load on demand, so that no test waits for them to compile.
  beforeAll(async () => {
    await Promise.all([
      import('../../src/dashboard/app/shell/scan-watch.ts'),
      import('../../src/dashboard/collecting/collecting-notices.tsx'),
      import('../../src/dashboard/collecting/site-progress.tsx'),
    ]);
  });
  const fake = createFakeCollecting();
  beforeEach(() => {
    Object.assign(fake, createFakeCollecting());
    override(...collectingHandlers(fake));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => void vi.useRealTimers());
  return fake;
}

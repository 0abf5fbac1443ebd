import {
  type BackgroundScanRunner,
  createScanRunner,
} from '../../src/service/scans/create-scan-runner.ts';
import type { Platform } from '../../src/service/scans/platform.ts';
import type { Instant } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';

const createPlatform = (
  id: Platform['id'],
  {
    isConnected,
    takesLocation,
    sample,
  }: { isConnected: boolean; takesLocation: boolean; sample: boolean },
): Platform => ({
  id,
  model: `${id} model`,
  isConnected,
  offered: {
    id,
    name: id,
    connected: isConnected,
    missing: isConnected ? null : 'Set A_KEY.',
    suggested: true,
    takesLocation,
    takesNoLocation: true,
    model: `${id} model`,
    estimateUsd: 0.02,
    invented: sample,
  },
  estimate: 20_000,
  maxInFlight: 1,
  maxPerMinute: 1,
  canAskFrom: (region) => region === 'ZZ' || takesLocation,
  ask: async () => ({ outcome: 'rejected', reason: 'This platform is never asked.' }),
});

/** Creates a scanRunner that takes requests, and asks nothing since it is not started. */
export const createTestScanRunner = (store: Store, clock: () => Instant): BackgroundScanRunner =>
  createScanRunner({
    store,
    timers: { now: clock, pause: async () => {} },
    platformsOf: ({ sample }) => [
      createPlatform('chatgpt_api', { isConnected: true, takesLocation: true, sample }),
      createPlatform('claude_api', { isConnected: false, takesLocation: true, sample }),
      createPlatform('gemini_api', { isConnected: true, takesLocation: false, sample }),
    ],
    hostCeiling: 50_000_000,
    isOn: true,
    rawDays: 30,
    onError: (error) => {
      throw error;
    },
  });

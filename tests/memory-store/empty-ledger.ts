import type { Ledger } from '../../src/service/store/ledger.ts';

const refuse = async (): Promise<never> => {
  throw new Error('The memory store runs no scans.');
};

/** The ledger of a store whose service has run no scans, and runs none. */
export const emptyLedger: Ledger = {
  takeLease: refuse,
  requestScan: refuse,
  addStep: refuse,
  startQuestions: refuse,
  endQuestions: refuse,
  unfinishedScans: async () => [],
  askedQuestions: async () => [],
  async *answersOf() {},
  scannableSites: async () => [],
  lastDueTimes: async () => new Map(),
  spending: async () => [],
  scans: async () => [],
  scan: async () => null,
  newestScanId: async () => null,
  runningScans: async () => [],
  lastEnd: async () => null,
  failedScans: async () => [],
  progress: async () => [],
  messages: async () => [],
  failedRegions: async () => [],
  rawResponse: async () => null,
  dropResponsesBefore: refuse,
};

import type { ScanRecord } from './records.ts';

/** A scan in any state, with counts of its answers. */
export interface MeasuredScan extends ScanRecord {
  answers: number;
  /** The number of different prompts among the answers. */
  prompts: number;
  /** Platforms and regions of the answers. Unordered. */
  platforms: readonly string[];
  regions: readonly string[];
}

/** A completed scan with the number of its answers in scope, and of different prompts among them. */
export interface CountedScan {
  id: string;
  /** See `scanDay`. */
  date: string;
  answers: number;
  prompts: number;
}

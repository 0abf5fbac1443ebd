import type { ScanRecord } from './records.ts';

/** A scan with what was measured in it, whatever its state. */
export interface MeasuredScan extends ScanRecord {
  answers: number;
  /** Different prompts among the answers. */
  prompts: number;
  /** Platforms and regions of the answers. Unordered. */
  platforms: readonly string[];
  regions: readonly string[];
}

/** A completed scan with how many answers are in scope, to how many different prompts. */
export interface CountedScan {
  id: string;
  /** See `scanDay`. */
  date: string;
  answers: number;
  prompts: number;
}

import * as v from 'valibot';
import { storedRegionsOf } from '../regions/stored-region.ts';
import { ScanRecord } from './records.ts';

/** Regions of stored rows, which earlier versions stored under other codes. */
export const StoredRegions = v.pipe(
  v.array(v.string()),
  v.transform((codes) => storedRegionsOf(codes)),
);

/**
 * A scan of any status, and what it measured: the numbers of its answers and prompts, and their platforms and regions.
 */
export const MeasuredScan = v.object({
  ...ScanRecord.entries,
  answers: v.number(),
  /** The number of different prompts among the answers. */
  prompts: v.number(),
  /** The platforms and regions of the answers, in no particular order. */
  platforms: v.array(v.string()),
  regions: StoredRegions,
});
export type MeasuredScan = v.InferOutput<typeof MeasuredScan>;

/** A platform, and the model that gave more than half of its answers in a scan, of those whose model is known. */
export interface PlatformModel {
  platform: string;
  model: string;
}

/** By scan ID, the platforms that have a model, in no particular order. Leaves out scans without any. */
export type ScanModels = ReadonlyMap<string, readonly PlatformModel[]>;

/** The number of stored answers of a scan, and how many of them are stored with their text. */
export const TextCount = v.object({
  siteId: v.string(),
  scanId: v.string(),
  answers: v.number(),
  texts: v.number(),
});
export type TextCount = v.InferOutput<typeof TextCount>;

/** How often answers name a brand, and how often they name it before any other brand. */
export interface FirstMentions {
  brandId: string;
  /** Answers that name the brand, except those whose order of mentions is unknown. */
  answers: number;
  first: number;
}

/** Counts of the answers in scope. */
export interface AnswerCounts {
  /** Completed scans in range, in the order of a timeline. */
  scans: readonly CountedScan[];
  /** The number of different prompts among the answers of all scans. */
  prompts: number;
  /** The brands that answers name, in no particular order. */
  firstMentions: readonly FirstMentions[];
}

/** The counts of a site that does not exist for the tenant. */
export const noAnswerCounts: AnswerCounts = { scans: [], prompts: 0, firstMentions: [] };

/** A completed scan with the number of its answers in scope, and of different prompts among them. */
interface CountedScan {
  id: string;
  /** See `scanDayOf`. */
  date: string;
  answers: number;
  prompts: number;
}

import type { ClassificationValues } from '../../contract/classifications.ts';
import type { BrandRole, PlatformId } from '../../contract/enums.ts';
import type { NoteAudience } from '../../contract/sightline/recommendations.ts';
import type { ScanSettings } from '../../contract/sightline/scans.ts';
import type { AccountKind } from '../records/account.ts';
import type { Language, Subject } from './wording/language.ts';

/** A value over a site's scans: straight lines between points, with progress from 0 to 1. */
export type Curve = readonly (readonly [progress: number, value: number])[];

export interface BrandPlan {
  name: string;
  aliases: readonly string[];
  role: BrandRole;
  /** The first is the domain of the brand's website. */
  domains: readonly string[];
  /** Target percentage of answers that mention the brand; 0 for none at all. */
  visibility: Curve;
  /** 0–100; null for a brand whose mentions have no sentiment. */
  sentiment: Curve | null;
}

export interface PromptPlan extends Partial<ClassificationValues> {
  text: string;
  category: string;
  tags: readonly string[];
  /** Used only to write the texts and citations of answers. */
  subject: Subject;
}

/** A region, and the share of its answers that are in English and so have a sentiment. The rest are in German. */
interface RegionPlan {
  code: string;
  englishShare: number;
}

/** A website that belongs to none of the brands. */
export interface ThirdParty {
  host: string;
  name: string;
  /** The language of its pages. */
  language: Language;
  /** How often it is cited at the first and at the last scan, relative to other third parties. */
  weight: readonly [first: number, last: number];
  /** Whether it is cited only in answers that mention a competitor but not the tracked brand. */
  isCitedOnlyForCompetitors?: boolean;
}

interface NotePlan {
  body: string;
  author: string;
  audience: NoteAudience;
  /** Days from its creation to seeding. */
  age: number;
}

interface RecommendationPlan {
  title: string;
  body: string;
  status: 'Open' | 'In progress' | 'Done';
  /** Days from its creation to seeding. */
  age: number;
  notes?: readonly NotePlan[];
}

/** `failedHalfway`: failed with half the answers. `noAnswers`: completed without any. `twice`: two scans on one day. */
export type ScanCase = 'failed' | 'failedHalfway' | 'noAnswers' | 'twice';

export interface SchedulePlan {
  /** Number of days with scans; the last is the day before seeding. */
  dayCount: number;
  /** Days from one day with scans to the next. */
  intervalDays: number;
  /** Special cases, by the index of the day. */
  cases: ReadonlyMap<number, ScanCase>;
  /** How many of the first scans have no known end, as in imported history. */
  unknownEndCount: number;
  /** Whether one scan is running and one queued on the day of seeding. */
  hasPendingScans: boolean;
  /** Platforms and regions without answers on the days with indexes from `from` (inclusive) to `until` (exclusive). */
  absences: readonly { platformOrRegion: string; from: number; until: number }[];
}

export interface SitePlan {
  number: number;
  name: string;
  url: string;
  isActive: boolean;
  brands: readonly BrandPlan[];
  prompts: readonly PromptPlan[];
  platforms: readonly PlatformId[];
  regions: readonly RegionPlan[];
  schedule: SchedulePlan;
  thirdParties: readonly ThirdParty[];
  recommendations: readonly RecommendationPlan[];
  /** Where and when its questions are asked, if that is set up. */
  collection?: ScanSettings;
}

export interface ClientPlan {
  number: number;
  name: string;
  websiteUrl: string;
  industry: string;
  description: string;
  branding?: { logo: string; accent: string; reportName: string };
  sites: readonly SitePlan[];
}

export interface AccountPlan {
  number: number;
  name: string;
  kind: AccountKind;
  clients: readonly ClientPlan[];
  /** The sites of a business; an agency's sites belong to its clients. */
  sites: readonly SitePlan[];
}

/** Creates a schedule in which every scan is completed. */
export function createSteadySchedule(dayCount: number, intervalDays: number): SchedulePlan {
  return {
    dayCount,
    intervalDays,
    cases: new Map(),
    unknownEndCount: 0,
    hasPendingScans: false,
    absences: [],
  };
}

/** The value of a curve, which is constant before its first point and after its last; 0 for a curve without points. */
export function valueAt(curve: Curve, progress: number): number {
  let [previous] = curve;
  if (!previous) return 0;
  for (const point of curve) {
    if (point[0] >= progress) {
      const width = point[0] - previous[0];
      const share = width === 0 ? 1 : Math.max(0, progress - previous[0]) / width;
      return previous[1] + share * (point[1] - previous[1]);
    }
    previous = point;
  }
  return previous[1];
}

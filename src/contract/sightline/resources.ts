import * as v from 'valibot';
import { brandRoles } from '../enums.ts';
import {
  Day,
  Id,
  Key,
  list,
  Name,
  nullable,
  openEnum,
  required,
  Text,
  Timestamp,
  Value,
} from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { Brand, Platform, Point, presentListOf, reportEntries, Scan } from '../resources.ts';
import { Branding } from './branding.ts';

/** How far the sites of the caller have been measured again by the rules of a new version. */
export const MeasuringReport = v.object({
  /** The number of sites with scans. */
  sites: required(Value),
  /** The number of these sites whose figures are up to date. */
  measured: required(Value),
});
export type MeasuringReport = v.InferOutput<typeof MeasuringReport>;

/** What a service offers beyond v1. */
export const Discovery = v.object({ version: required(Key), capabilities: list(Key) });
export type Discovery = v.InferOutput<typeof Discovery>;

const siteEntries = {
  id: Id,
  name: required(Name),
  url: required(Text),
  /** Null for the site of a business account. */
  clientId: nullable(Id),
  clientName: nullable(Name),
  trackedBrand: nullable(Brand),
  /** The newest completed scan, which is the last point of a timeline; null if there is none. */
  lastScan: nullable(v.object({ id: Id, completedAt: nullable(Timestamp) })),
};
export const ListedSite = v.object(siteEntries);
export type ListedSite = v.InferOutput<typeof ListedSite>;

export const ListedSitePage = pageOf(ListedSite);
export type ListedSitePage = v.InferOutput<typeof ListedSitePage>;

const SiteBrand = v.object({
  id: Id,
  name: required(Name),
  role: required(openEnum(brandRoles)),
  /** The brand's own domains; empty if none were imported. */
  domains: list(Key),
});

export const SiteDetails = v.object({
  ...siteEntries,
  /** False for a site that lists leave out. */
  active: required(v.boolean()),
  brands: list(SiteBrand),
  /** Null if the site has no client, or its client has no branding. */
  branding: nullable(Branding),
});
export type SiteDetails = v.InferOutput<typeof SiteDetails>;

/** The maximum number of points in a row of the overview. */
export const maxOverviewScans = 60;

const measuredEntries = {
  /** The number of different prompts among the answers. */
  prompts: required(Value),
  /** The platform IDs of the answers. */
  platforms: list(Key),
  /** The region codes of the answers. */
  regions: list(Key),
  /**
   * The version of the rules that found the names in the answers. Scans with different versions were measured
   * differently. Null if no rules were used, since there are no answers or all were imported with their mentions, and
   * null from an older service.
   */
  rules: nullable(Value),
  /**
   * The model of each platform: the one that gave more than half of those answers whose model is known. Leaves out
   * platforms without such a model. Empty from an older service.
   */
  models: list(v.object({ /** A platform ID. */ platform: Key, model: Name })),
};

const OverviewMeasurement = v.object({ scanId: Id, ...measuredEntries });
export type OverviewMeasurement = v.InferOutput<typeof OverviewMeasurement>;

export const OverviewRow = v.object({
  ...siteEntries,
  /** Visibility of the tracked brand at the site's last scans, oldest first; empty without a tracked brand. */
  points: list(Point),
  /** The number of failed scans newer than the newest completed one, or of all failed scans if none has completed. */
  failedScans: required(Value),
  /**
   * What the scans of `points` measured, oldest first: an entry for the first scan, and for each scan that differs from
   * the previous one. Empty without a tracked brand; null from an older service.
   */
  measured: required(v.array(OverviewMeasurement)),
});
export type OverviewRow = v.InferOutput<typeof OverviewRow>;

export const OverviewPage = pageOf(OverviewRow);
export type OverviewPage = v.InferOutput<typeof OverviewPage>;

export const MeasuredScan = v.object({
  ...Scan.entries,
  /** The number of answers measured in the scan, whatever its status. */
  answers: required(Value),
  ...measuredEntries,
});
export type MeasuredScan = v.InferOutput<typeof MeasuredScan>;

export const MeasuredScanPage = pageOf(MeasuredScan);
export type MeasuredScanPage = v.InferOutput<typeof MeasuredScanPage>;

const { groupBy: _, filters, ...matrixHead } = reportEntries;

const Cell = v.object({
  /** A platform ID. */
  platform: Key,
  /** A region code. */
  region: Key,
  /** The points of the timeline by region, filtered to this platform. */
  points: list(Point),
});

export const MatrixReport = v.object({
  ...matrixHead,
  /** The platforms that have a cell. */
  platforms: list(Platform),
  /** The regions that have a cell. */
  regions: list(v.object({ code: Key, label: required(Name) })),
  /** The combinations with at least one answer under the filters, sorted by platform, then region. */
  cells: presentListOf(Cell),
  filters,
});
export type MatrixReport = v.InferOutput<typeof MatrixReport>;

const CountedScan = v.object({
  scanId: Id,
  /** UTC calendar day of the scan. */
  date: required(Day),
  answers: required(Value),
  /** The number of different prompts among the answers. */
  prompts: required(Value),
});
/** How many answers name a brand, and in how many of them it is the first brand named. */
const FirstMentions = v.object({
  brandId: Id,
  /** Without answers whose order of mentions is unknown, such as those stored without a text. */
  answers: required(Value),
  first: required(Value),
});
export const CountsReport = v.object({
  data: v.array(CountedScan),
  /** The number of different prompts among the answers of all scans; null from an older service. */
  prompts: required(Value),
  /** The brands that the answers of all scans name, in the order in which lists show brands; null from an older service. */
  namedFirst: required(v.array(FirstMentions)),
  filters,
});
export type CountsReport = v.InferOutput<typeof CountsReport>;

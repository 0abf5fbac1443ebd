import * as v from 'valibot';
import { Day, Id, list, Name, nullable, promised, Timestamp, Value } from '../fields.ts';
import { Brand, reportEntries, seriesOf } from '../resources.ts';

const SourcePoint = v.object({
  scanId: Id,
  /** UTC calendar day of the scan. */
  date: promised(Day),
  completedAt: nullable(Timestamp),
  /** Number of answers that cite the domain. */
  answers: promised(Value),
});

const SourceDomain = v.object({
  /** A registrable domain. */
  domain: promised(Name),
  /** The brand that owns this domain or a parent of it. If several do, the one with the most specific domain. */
  owner: nullable(Brand),
  /** Number of answers that cite it. */
  answers: promised(Value),
  citations: promised(Value),
  /** Number of answers that cite it and mention the tracked brand. */
  namedTracked: promised(Value),
  /** Every completed scan, oldest first. */
  points: list(SourcePoint),
});
export type SourceDomain = v.InferOutput<typeof SourceDomain>;

/** Maximum number of domains in a report, and of points across all of them. */
export const maxSourceDomains = 500;
export const maxSourcePoints = 250_000;

export const SourcesReport = v.object({
  /** Number of answers in scope. */
  answers: promised(Value),
  answersWithSources: promised(Value),
  /** Most cited first. */
  domains: seriesOf(SourceDomain),
  /** Number of domains that are not listed. */
  more: promised(Value),
  /** Number of answers that cite a domain of the tracked brand and do not mention it. */
  citedNotNamed: promised(Value),
  filters: reportEntries.filters,
});
export type SourcesReport = v.InferOutput<typeof SourcesReport>;

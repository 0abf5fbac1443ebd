import * as v from 'valibot';
import { Day, Id, list, Name, nullable, promised, Timestamp, Value } from '../fields.ts';
import { Brand, reportEntries, seriesOf } from '../resources.ts';

const SourcePoint = v.object({
  scanId: Id,
  /** UTC calendar day of the scan. */
  date: promised(Day),
  completedAt: nullable(Timestamp),
  /** Answers that cite the domain. */
  answers: promised(Value),
});

const SourceDomain = v.object({
  /** A registrable domain. */
  domain: promised(Name),
  /** The brand with this domain or a parent of it among its domains, the most specific one if several. */
  owner: nullable(Brand),
  /** Answers that cite it. */
  answers: promised(Value),
  citations: promised(Value),
  /** Answers that cite it and mention the tracked brand. */
  namedTracked: promised(Value),
  /** Every completed scan, oldest first. */
  points: list(SourcePoint),
});
export type SourceDomain = v.InferOutput<typeof SourceDomain>;

/** The limits of a report: its domains, and the points of all of them together. */
export const sourceDomains = 500;
export const sourcePoints = 250_000;

export const SourcesReport = v.object({
  /** Answers in scope. */
  answers: promised(Value),
  answersWithSources: promised(Value),
  /** Most cited first. */
  domains: seriesOf(SourceDomain),
  /** Domains that are not listed. */
  more: promised(Value),
  /** Answers that cite a domain of the tracked brand and do not mention it. */
  citedNotNamed: promised(Value),
  filters: reportEntries.filters,
});
export type SourcesReport = v.InferOutput<typeof SourcesReport>;

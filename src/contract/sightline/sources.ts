import * as v from 'valibot';
import { Day, Id, list, Name, nullable, required, Timestamp, Value } from '../fields.ts';
import { Brand, presentListOf, reportEntries } from '../resources.ts';

const SourcePoint = v.object({
  scanId: Id,
  /** UTC calendar day of the scan. */
  date: required(Day),
  completedAt: nullable(Timestamp),
  /** The number of answers that cite the domain. */
  answers: required(Value),
});

const SourceDomain = v.object({
  /**
   * A registrable domain, or a domain below it that belongs to another brand than the registrable domain does. In the
   * characters of its own script, unless it could then be mistaken for another domain.
   */
  domain: required(Name),
  /**
   * The brand that owns this domain or a parent of it; null if none does. If several do, the one with the longest
   * domain.
   */
  owner: nullable(Brand),
  /** The number of answers that cite the domain. */
  answers: required(Value),
  citations: required(Value),
  /** The number of answers that cite the domain and mention the tracked brand. */
  namedTracked: required(Value),
  /** One point for each completed scan on the requested days, oldest first. */
  points: list(SourcePoint),
});
export type SourceDomain = v.InferOutput<typeof SourceDomain>;

/** The maximum number of domains in a report. */
export const maxSourceDomains = 500;
/** The maximum number of points across all domains of a report. */
export const maxSourcePoints = 250_000;

export const SourcesReport = v.object({
  /** The number of answers that the filters select. */
  answers: required(Value),
  answersWithSources: required(Value),
  /** Sorted by the number of answers that cite the domain, descending. */
  domains: presentListOf(SourceDomain),
  /** The number of further domains, which are not listed. */
  more: required(Value),
  /** The number of answers that cite a domain of the tracked brand; null from an older service. */
  citedOwn: required(Value),
  /** The number of answers that cite a domain of the tracked brand and do not mention that brand. */
  citedNotNamed: required(Value),
  filters: reportEntries.filters,
});
export type SourcesReport = v.InferOutput<typeof SourcesReport>;

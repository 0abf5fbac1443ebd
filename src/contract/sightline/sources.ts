import * as v from 'valibot';
import { Day, Id, list, Name, nullable, required, Timestamp, Value } from '../fields.ts';
import { Brand, presentListOf, reportEntries } from '../resources.ts';

const SourcePoint = v.object({
  scanId: Id,
  /** UTC calendar day of the scan. */
  date: required(Day),
  completedAt: nullable(Timestamp),
  /** Number of answers that cite the domain. */
  answers: required(Value),
});

const SourceDomain = v.object({
  /** A registrable domain. */
  domain: required(Name),
  /** The brand that owns this domain or a parent of it. If several do, the one with the most specific domain. */
  owner: nullable(Brand),
  /** Number of answers that cite it. */
  answers: required(Value),
  citations: required(Value),
  /** Number of answers that cite it and mention the tracked brand. */
  namedTracked: required(Value),
  /** One for each completed scan in the days requested, oldest first. */
  points: list(SourcePoint),
});
export type SourceDomain = v.InferOutput<typeof SourceDomain>;

/** Maximum number of domains in a report, and of points across all of them. */
export const maxSourceDomains = 500;
export const maxSourcePoints = 250_000;

export const SourcesReport = v.object({
  /** Number of answers in scope. */
  answers: required(Value),
  answersWithSources: required(Value),
  /** Most cited first. */
  domains: presentListOf(SourceDomain),
  /** Number of domains that are not listed. */
  more: required(Value),
  /** Number of answers that cite a domain of the tracked brand and do not mention that brand. */
  citedNotNamed: required(Value),
  filters: reportEntries.filters,
});
export type SourcesReport = v.InferOutput<typeof SourcesReport>;

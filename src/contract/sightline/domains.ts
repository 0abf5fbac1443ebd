import * as v from 'valibot';
import { Day, Id, list, Name, nullable, required, Timestamp, Value } from '../fields.ts';
import { presentListOf, reportEntries } from '../resources.ts';

const DomainScan = v.object({
  scanId: Id,
  /** UTC calendar day of the scan. */
  date: required(Day),
  completedAt: nullable(Timestamp),
  /** The number of the scan's answers that the filters select. */
  answers: required(Value),
});

const ScannedDomain = v.object({
  /** As in the report on the sources. */
  domain: required(Name),
  /** For each scan in `scans`, the number of its answers that cite the domain. */
  answers: list(nullable(Value)),
});

/** How many answers of each scan cite each domain: the points of the report on the sources, without what they repeat. */
export const DomainsReport = v.object({
  /** Completed scans on the requested days, oldest first. */
  scans: list(DomainScan),
  /** Sorted by the number of answers that cite the domain, descending. */
  domains: presentListOf(ScannedDomain),
  /** The number of further domains, which are not listed. */
  more: required(Value),
  filters: reportEntries.filters,
});
export type DomainsReport = v.InferOutput<typeof DomainsReport>;

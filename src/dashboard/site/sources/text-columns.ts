import type { CsvColumn } from '../layout/columns.ts';
import type { Domain, DomainPoint, Sources } from './model.ts';
import { ownerText } from './owner-text.ts';
import { partText, shareText } from './words.ts';

/** A column of the table of domains in a report. */
interface PrintedColumn {
  title: string;
  isNumber: boolean;
  isShown?: (sources: Sources) => boolean;
  text: (domain: Domain, sources: Sources) => string;
}

/** The columns of the table of domains in a report, which has no lines and so has room for others. */
export const printedColumns: readonly PrintedColumn[] = [
  { title: 'Domain', isNumber: false, text: ({ domain }) => domain },
  { title: 'Owner', isNumber: false, text: ownerText },
  { title: 'Share of all answers', isNumber: true, text: ({ share }) => shareText(share) },
  {
    title: 'Answers',
    isNumber: true,
    text: ({ answers }, sources) => partText(answers, sources.answers),
  },
  {
    title: 'Share naming the brand',
    isNumber: true,
    isShown: ({ trackedBrand }) => trackedBrand !== null,
    text: ({ namingShare }) => shareText(namingShare),
  },
];

/** A row of the CSV file: a domain at one scan. */
export interface ScanRow {
  domain: Domain;
  point: DomainPoint;
  /** When the scan completed, with its offset from UTC; empty if unknown. */
  completedAt: string;
}

/** The columns of the CSV file. */
export const scanColumns: readonly CsvColumn<ScanRow, { zone: string }>[] = [
  { heading: () => 'domain', value: ({ domain }) => domain.domain },
  { heading: () => 'owner', value: ({ domain }) => ownerText(domain) },
  { heading: () => 'completed_at', value: ({ completedAt }) => completedAt },
  { heading: () => 'zone', value: (_, { zone }) => zone },
  { heading: () => 'utc_day', value: ({ point }) => point.date },
  { heading: () => 'scan_id', value: ({ point }) => point.scanId },
  { heading: () => 'answers', value: ({ point }) => point.answers },
  { heading: () => 'answers_in_scan', value: ({ point }) => point.total },
  { heading: () => 'domain_answers', value: ({ domain }) => domain.answers },
  { heading: () => 'domain_answers_naming_brand', value: ({ domain }) => domain.namingAnswers },
];

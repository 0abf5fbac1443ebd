import type { PageSettings } from './page-settings.ts';

/** Sends a request to the service. @param address path and query */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

/** What the command that writes reports passes to the built dashboard. */
export interface ReportRequest {
  siteId: string;
  /** The query of the report page's address, without a question mark. */
  question: string;
  transport: Transport;
  settings: Pick<PageSettings, 'units' | 'paging' | 'brand'>;
  /** Whether to refuse a request without a comparison. */
  needsComparison: boolean;
  /** The address of the dashboard, without a slash at the end, for the link to the live page; null for no link. */
  dashboard: string | null;
  /** When the report is made, in milliseconds since 1970. */
  now: number;
}

/** A report as a file, or why there is none, in a sentence for the operator. */
export type ReportResult =
  | {
      kind: 'created';
      /** A self-contained document, without a script. */
      html: string;
      /** A name for the file, without an extension. */
      name: string;
      /** Whether a verdict says that something really moved. */
      hasMoved: boolean;
    }
  | { kind: 'failed'; reason: string };

/** The function that the built report exports. */
export interface ReportBundle {
  makeReport: (request: ReportRequest) => Promise<ReportResult>;
}

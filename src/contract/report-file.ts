import type { PageSettings } from './page-settings.ts';

/**
 * Sends a request to the service.
 * @param address the path and query
 */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

/** What `npm run report` passes to `ReportBundle.makeReport`. */
export interface ReportRequest {
  siteId: string;
  /** The query string of the report page, without the question mark. */
  question: string;
  transport: Transport;
  settings: Pick<PageSettings, 'units' | 'paging' | 'brand'>;
  /** Whether to fail if the question has no comparison. */
  needsComparison: boolean;
  /** The dashboard's address without a trailing slash, for the link to the live page; null for no link. */
  dashboard: string | null;
  /** The current time, in milliseconds since the epoch. */
  now: number;
}

/** A report as a file, or an explanation for the operator of why it could not be made. */
export type ReportResult =
  | {
      kind: 'created';
      /** A self-contained document without scripts. */
      html: string;
      /** A name for the file, without an extension. */
      name: string;
      /** Why no verdict says that a figure really moved; null if one does. */
      unmovedReason: string | null;
    }
  | { kind: 'failed'; reason: string };

/** The exports of the bundle that makes reports outside a browser. */
export interface ReportBundle {
  makeReport: (request: ReportRequest) => Promise<ReportResult>;
}

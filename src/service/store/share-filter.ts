import type { filterParameters, QueryOf } from '../../contract/parameters.ts';
import type { SharePage } from '../../contract/share-pages.ts';
import type { ShareRecord } from './records.ts';
import type { ScanDays } from './scan-day.ts';

/**
 * The current limits on what a share or feed can read; a rolling period moves with the UTC day. Figures can be read for
 * the days in view, the days they are compared with, and the earlier days that a verdict needs.
 */
export interface ShareFilter extends ScanDays {
  /** The ID of the share or feed. */
  id: string;
  kind: ShareRecord['kind'];
  siteId: string;
  pages: readonly SharePage[];
  /** The locked filters; viewers can set those that are empty. */
  filters: QueryOf<typeof filterParameters>;
  /** The first scan day whose answers and sources can be read, while figures may begin earlier; null for no bound. */
  answersFrom: string | null;
}

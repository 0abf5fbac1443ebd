import type { ContextWithClient } from '../../api/get.ts';
import { loadChanges } from '../../site/comparison/load-changes.ts';
import type { ChangedScan } from '../../site/comparison/measurement-changes.ts';
import { questionOf, readSearch } from '../../site/question/search.ts';

/**
 * Loads the changes of what a site's scans measured, as its timeline of the last 30 days shows them.
 * @param today the UTC day, YYYY-MM-DD
 * @param capabilities what the service offers beyond v1
 * @returns changes, oldest first
 * @throws ApiError, or Error if nothing could be loaded
 */
export const loadRecentChanges = (
  context: ContextWithClient,
  siteId: string,
  today: string,
  capabilities: readonly string[],
): Promise<ChangedScan[]> =>
  // Not as a comparison, whose reports would stay cached for a timeline.
  loadChanges(
    context,
    siteId,
    questionOf(readSearch({ range: '30d' }), today),
    capabilities,
    false,
  );

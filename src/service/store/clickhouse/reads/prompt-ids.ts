import { tenantSiteConditionOfImports } from './tenant.ts';

/** The IDs of a site's prompts by number, since lists of answers are sorted by these IDs. */
export const promptIds = `(SELECT number, any(id) AS promptId FROM prompts
  WHERE ${tenantSiteConditionOfImports} AND import IN {imports:Array(UInt64)} GROUP BY number)`;

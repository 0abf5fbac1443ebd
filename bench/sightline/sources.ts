import { pathTo } from '../../src/contract/every-endpoint.ts';
import { ids } from '../service/world.ts';
import { type Calls, startDateQueryOf, tableOf, timeCalls } from './bench.ts';
import { createSourcesWorld } from './sources-world.ts';

/** Together these scans have a million answers. */
const scanCount = 278;
const path = pathTo('sources', { siteId: ids.site });
const domainsPath = pathTo('domains', { siteId: ids.site });

const calls: Calls = {
  'sources, 1 million answers with 5 citations each': (n) => [`${path}?${startDateQueryOf(n)}`],
  'domains by scan of the same answers': (n) => [`${domainsPath}?${startDateQueryOf(n)}`],
  'sources on one of ten platforms': (n) => [`${path}?platform=chatgpt_app&${startDateQueryOf(n)}`],
  'sources of a fifth of the prompts': (n) => [`${path}?tag=tag-1&${startDateQueryOf(n)}`],
};

/** Measures the report on the domains that answers cite. */
export async function benchSources(): Promise<{ table: string; results: unknown }> {
  const results = await timeCalls(createSourcesWorld(scanCount), calls);
  return { table: tableOf(results), results };
}

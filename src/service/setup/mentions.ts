import type { SetupMentions } from '../../contract/sightline/setup.ts';
import { NearMissCounts } from '../import/near-miss-counts.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { everyAnswerSearch } from '../store/answer-search.ts';
import type { BrandRecord } from '../store/records.ts';
import type { AnswerPosition, FoundAnswer, Store, Tenant } from '../store/store.ts';
import type { TextThread } from '../texts/text-thread.ts';

/** The maximum number of discovered brands that are listed. */
const maxDiscovered = 200;
/** The maximum number of answers that are read for near misses, newest scans first. */
const maxAnswers = 2_000;
/** How many answers are read at once: each has at most `listedTextLength` characters, so 8 MB in memory. */
const answersPerRead = 100;

/**
 * Counts the answers of completed scans that name some brands of a site.
 * @param brandIds the brands to list; every brand by default, of discovered ones only those in the most answers.
 */
export async function countMentions(
  store: Store,
  tenant: Tenant,
  siteId: string,
  brandIds: readonly string[] | null = null,
  signal?: AbortSignal,
): Promise<{ mentions: SetupMentions['brands']; answers: number }> {
  const [details, counts] = await Promise.all([
    store.site(tenant, siteId),
    store.timeline(
      tenant,
      siteId,
      { ...everyAnswerSearch, groupBy: 'brand', brandIds: brandIds && [...brandIds] },
      signal,
    ),
  ]);
  const firstScans = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const [row, id] of counts.brands.brandId.entries()) {
    const scan = counts.brands.scan[row] ?? 0;
    firstScans.set(id, Math.min(scan, firstScans.get(id) ?? scan));
    totals.set(id, (totals.get(id) ?? 0) + (counts.brands.mentions[row] ?? 0));
  }
  const toMentions = ({ id, name, role }: BrandRecord) => ({
    brandId: id,
    name,
    role,
    answers: totals.get(id) ?? 0,
    firstAt: toTimestamp(counts.scans[firstScans.get(id) ?? -1]?.completedAt ?? null),
  });
  const brands = details?.brands ?? [];
  const listed = brandIds === null ? brands : brands.filter(({ id }) => brandIds.includes(id));
  const setUp = listed.filter(({ role }) => role !== 'discovered').map(toMentions);
  const discovered = listed.filter(({ role }) => role === 'discovered').map(toMentions);
  discovered.sort((a, b) => b.answers - a.answers);
  return {
    mentions: [...setUp, ...discovered.slice(0, maxDiscovered)],
    answers: counts.answers.answers.reduce((sum, answers) => sum + answers, 0),
  };
}

/** Finds near misses of a site's tracked brand and competitors in the texts of the newest answers of completed scans. */
export async function findNearMisses(
  { store, texts }: { store: Pick<Store, 'site' | 'answers'>; texts: Pick<TextThread, 'map'> },
  tenant: Tenant,
  siteId: string,
  signal: AbortSignal,
): Promise<Pick<SetupMentions, 'nearMisses' | 'textsRead'>> {
  const details = await store.site(tenant, siteId);
  const brands = (details?.brands ?? []).filter(({ role }) => role !== 'discovered');
  const counts = new NearMissCounts(brands);
  let textsRead = 0;
  let after: AnswerPosition | null = null;
  for (let answersRead = 0; answersRead < maxAnswers; answersRead += answersPerRead) {
    const page: readonly FoundAnswer[] = await store.answers(
      tenant,
      siteId,
      { ...everyAnswerSearch, excludesFailed: true },
      { after, limit: answersPerRead },
      signal,
    );
    const measuredTexts = page.flatMap(({ evidence, brandIds }) =>
      typeof evidence?.text === 'string' ? { text: evidence.text, brandIds } : [],
    );
    for (const nearMisses of await texts.map('nearMisses', brands, measuredTexts, signal))
      counts.add(nearMisses);
    textsRead += measuredTexts.length;
    after = page.at(-1) ?? null;
    if (page.length < answersPerRead) break;
  }
  return { nearMisses: counts.listByBrand(), textsRead };
}

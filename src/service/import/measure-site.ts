import { emptyCatalogue } from '../records/catalogue.ts';
import { isPending, settleRules } from '../records/scan.ts';
import type { PromptRecord, ScanRecord } from '../store/records.ts';
import type { TextCount } from '../store/scan-rows.ts';
import type { ImportTarget } from '../store/store.ts';
import { measureAgain } from './measure-again.ts';
import { createTrackedBrandTester } from './plan.ts';

/** Gives a pending scan its new rules. */
function withNewRules(scan: ScanRecord, count: TextCount | undefined): ScanRecord {
  if (scan.rules === undefined || !isPending(scan.rules)) return scan;
  return { ...scan, rules: settleRules(scan.rules, count?.texts === count?.answers) };
}

/**
 * Measures a site again whose figures an earlier version determined, in one import. Does nothing if the site is not
 * pending, for example because another host was faster. Answers without stored texts keep their mentions.
 * @param onAnswers called with the number of answers measured so far.
 * @returns the number of answers measured.
 */
export async function measureSite(
  { lookups, beginImport }: ImportTarget,
  siteId: string,
  onAnswers: (answers: number) => void = () => {},
): Promise<number> {
  const writer = await beginImport({ measuresAgain: true });
  try {
    const scans = await lookups.scansOfSites([siteId]);
    if (!scans.some(({ rules }) => isPending(rules))) {
      await writer.abort();
      return 0;
    }
    const counts = new Map(
      (await lookups.textCounts([siteId])).map((count) => [count.scanId, count]),
    );
    const brands = await lookups.brandsOfSites([siteId]);
    const mentionsTrackedBrand = createTrackedBrandTester(brands);
    const prompts = (await lookups.promptsOfSites([siteId])).map(
      (prompt): PromptRecord => ({ ...prompt, mentionsTracked: mentionsTrackedBrand(prompt.text) }),
    );
    await writer.writeCatalogue({
      ...emptyCatalogue,
      prompts,
      scans: scans.map((scan) => withNewRules(scan, counts.get(scan.id))),
    });
    const measured = await measureAgain([{ id: siteId, brands, stored: null }], writer, onAnswers);
    await writer.commit();
    return measured;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

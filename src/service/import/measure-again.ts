import { setImmediate as nextTurn } from 'node:timers/promises';
import { readCitation } from '../addresses/cited-page.ts';
import { createChangeTester } from '../measure/changed-names.ts';
import { createMeasurer, type Measurer } from '../measure/measure.ts';
import { scanRules } from '../records/scan.ts';
import type { BrandRecord, ScanRecord } from '../store/records.ts';
import type { ImportWriter, RemeasurableAnswer, Remeasurement } from '../store/store.ts';

const mentionsOf = ({ brandIds, sentiments }: Pick<Remeasurement, 'brandIds' | 'sentiments'>) =>
  brandIds.map((id, index) => ({ id, sentiment: sentiments[index] ?? null }));

/**
 * Measures an answer again. Without a text, it keeps its mentions. If the imported record listed the mentions, keeps
 * those of brands that are not removed, and adds only those of brands imported later.
 */
function remeasure(
  { text, citations, givenBrandIds, ...answer }: RemeasurableAnswer,
  { brandIds: currentIds, measurer }: { brandIds: ReadonlySet<string>; measurer: Measurer },
): Remeasurement {
  const targets = citations.map(readCitation);
  const cited = {
    ...answer,
    domains: targets.map((target) => target?.domain ?? ''),
    pages: targets.map((target) => target?.page ?? ''),
  };
  if (text === null) return cited;
  const measured = measurer.measure(text);
  if (givenBrandIds === null) return { ...cited, ...measured };
  const knownIds = new Set(givenBrandIds);
  const mentions = [
    ...mentionsOf(answer).filter(({ id }) => knownIds.has(id) && currentIds.has(id)),
    ...mentionsOf(measured).filter(({ id }) => !knownIds.has(id)),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  const brandIds = mentions.map(({ id }) => id);
  return {
    ...cited,
    brandIds,
    sentiments: mentions.map(({ sentiment }) => sentiment),
    places: measurer.findPlaces(text, brandIds),
  };
}

/** A site whose stored answers are measured again. */
export interface SiteToMeasure {
  id: string;
  /** The site's brands after the import. */
  brands: readonly BrandRecord[];
  /** The site's brands and scans before the import; null to measure every answer, whatever is stored. */
  stored: { brands: readonly BrandRecord[]; scans: readonly ScanRecord[] } | null;
}

/**
 * Creates a function that tests whether an answer's measurement may differ from the stored one. One that the current
 * rules found, or that was imported, stays the same unless the text contains a name that is new or gone.
 */
function createNeedTester({
  brands,
  stored,
}: SiteToMeasure): (answer: RemeasurableAnswer) => boolean {
  if (stored === null) return () => true;
  const brandIds = new Set(brands.map(({ id }) => id));
  const mayChange = createChangeTester(stored.brands, brands);
  const upToDate: readonly number[] = [scanRules.current, scanRules.none];
  const outdatedScanIds = new Set(
    stored.scans.flatMap(({ id, rules = scanRules.current }) =>
      upToDate.includes(rules) ? [] : [id],
    ),
  );
  return (answer) =>
    answer.text === null ||
    outdatedScanIds.has(answer.scanId) ||
    // Imported mentions may be of brands that the text does not name.
    answer.brandIds.some((id) => !brandIds.has(id)) ||
    mayChange(answer.text);
}

/**
 * Measures the stored answers of some sites again. Answers whose measurement stays the same are read, but not replaced,
 * so the store keeps them as they are.
 * @param onAnswers called with the number of answers read so far.
 * @returns the number of answers read.
 */
export async function measureAgain(
  sites: Iterable<SiteToMeasure>,
  writer: Pick<ImportWriter, 'readRemeasurableAnswers' | 'replaceMeasurements'>,
  onAnswers: (answers: number) => void,
): Promise<number> {
  let readCount = 0;
  for (const site of sites) {
    const target = {
      brandIds: new Set(site.brands.map(({ id }) => id)),
      measurer: createMeasurer(site.brands),
    };
    const needsMeasuring = createNeedTester(site);
    let page = writer.readRemeasurableAnswers(site.id, null);
    for (let answers = await page; answers.length > 0; answers = await page) {
      // The next page is read while this one is measured. If that fails, the loop throws the error.
      page = writer.readRemeasurableAnswers(site.id, answers.at(-1) ?? null);
      page.catch(() => {});
      const remeasured = answers.filter(needsMeasuring).map((answer) => remeasure(answer, target));
      if (remeasured.length > 0) await writer.replaceMeasurements(remeasured);
      readCount += answers.length;
      onAnswers(readCount);
      await nextTurn();
    }
  }
  return readCount;
}

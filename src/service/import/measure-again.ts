import { setImmediate as nextTurn } from 'node:timers/promises';
import { readCitation } from '../addresses/cited-page.ts';
import { createMeasurer, type Measurer } from '../measure/measure.ts';
import type { BrandRecord } from '../store/records.ts';
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

/**
 * Measures the stored answers of some sites again.
 * @param brandsOfSite the brands of each site after the import.
 * @param onAnswers called with the number of answers measured so far.
 * @returns the number of answers measured.
 */
export async function measureAgain(
  brandsOfSite: ReadonlyMap<string, readonly BrandRecord[]>,
  siteIds: Iterable<string>,
  writer: ImportWriter,
  onAnswers: (answers: number) => void,
): Promise<number> {
  let measuredCount = 0;
  for (const siteId of siteIds) {
    const brands = brandsOfSite.get(siteId) ?? [];
    const site = {
      brandIds: new Set(brands.map(({ id }) => id)),
      measurer: createMeasurer(brands),
    };
    let page = writer.readRemeasurableAnswers(siteId, null);
    for (let answers = await page; answers.length > 0; answers = await page) {
      // The next page is read while this one is measured. If that fails, the loop throws the error.
      page = writer.readRemeasurableAnswers(siteId, answers.at(-1) ?? null);
      page.catch(() => {});
      await writer.replaceMeasurements(answers.map((answer) => remeasure(answer, site)));
      measuredCount += answers.length;
      onAnswers(measuredCount);
      await nextTurn();
    }
  }
  return measuredCount;
}

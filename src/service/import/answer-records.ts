import { readVisibleText } from '../../contract/answer-text/visible-ranges.ts';
import { readCitation } from '../addresses/cited-page.ts';
import { createMeasurer } from '../measure/measure.ts';
import { createNearMissFinder } from '../measure/near-misses.ts';
import { isEvidenceUnknown, toStoredEvidence } from '../records/answer.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import type { BrandRecord } from '../store/records.ts';
import type { AnswerRecord } from '../store/store.ts';
import { mostFrequent, NearMissCounts } from './near-miss-counts.ts';
import type { Plan } from './plan.ts';
import type { LineFault, RecordOf } from './records.ts';

type Answer = RecordOf<'answer'>;

interface EvidenceOptions {
  /** Whether to store the texts of answers. */
  keepsTexts: boolean;
  /** Whether the given mentions equal what measuring the texts would find. */
  hasMeasuredMentions: boolean;
}

/** What measures the answers of one site. */
const createSiteMeasurer = (brands: readonly BrandRecord[]) => ({
  brandIds: new Set(brands.map(({ id }) => id)),
  measurer: createMeasurer(brands),
  findNearMisses: createNearMissFinder(brands),
  nearMisses: new NearMissCounts(brands),
});

/** An answer to store, and how many of its citations are left out of it. */
interface MeasuredAnswer {
  record: AnswerRecord;
  skippedCitations: number;
}

/** Creates a function that turns an answer into the record to store, or into a fault that names the field. */
export function createRecordMaker(plan: Plan, evidence: EvidenceOptions) {
  const siteMeasurers = new Map<string, ReturnType<typeof createSiteMeasurer>>();
  const measurerOf = (siteId: string) => {
    const measurer =
      siteMeasurers.get(siteId) ?? createSiteMeasurer(plan.brandsOfSite.get(siteId) ?? []);
    siteMeasurers.set(siteId, measurer);
    return measurer;
  };

  function readGivenMentions(
    mentions: NonNullable<Answer['mentions']>,
    text: string | null,
    siteId: string,
  ): LineFault | Pick<AnswerRecord, 'brandIds' | 'sentiments' | 'places'> {
    const { brandIds, measurer } = measurerOf(siteId);
    const unknownIndex = mentions.findIndex(({ brandId }) => !brandIds.has(brandId));
    if (unknownIndex !== -1) {
      return { field: `mentions[${unknownIndex}].brandId`, reason: 'is not a brand of the site' };
    }
    const mentionOfBrand = new Map(mentions.map((mention) => [mention.brandId, mention]));
    const ascending = [...mentionOfBrand.values()].sort((a, b) => (a.brandId < b.brandId ? -1 : 1));
    const ids = ascending.map(({ brandId }) => brandId);
    const hasPlaces = text === null && ascending.some(({ place }) => place !== null);
    return {
      brandIds: ids,
      sentiments: ascending.map(({ sentiment }) => sentiment),
      ...(text !== null && { places: measurer.findPlaces(text, ids) }),
      ...(hasPlaces && { places: ascending.map(({ place }) => place ?? 0) }),
    };
  }

  function measureText(text: string, siteId: string) {
    const { measurer, findNearMisses, nearMisses } = measurerOf(siteId);
    const measurement = measurer.measure(text);
    nearMisses.add(findNearMisses(readVisibleText(text).text, measurement.brandIds));
    return measurement;
  }

  const toRecord = (answer: Answer): MeasuredAnswer | LineFault => {
    const siteId = plan.siteOfScan.get(answer.scanId);
    if (siteId === undefined) return { field: 'scanId', reason: 'no scan has this ID' };
    const promptSite = plan.siteOfPrompt.get(answer.promptId);
    if (promptSite === undefined) return { field: 'promptId', reason: 'no prompt has this ID' };
    if (promptSite !== siteId) {
      return { field: 'promptId', reason: 'belongs to a different site from the scan' };
    }
    const measurement =
      answer.mentions === null
        ? measureText(answer.text ?? '', siteId)
        : readGivenMentions(answer.mentions, answer.text, siteId);
    if ('reason' in measurement) return measurement;
    const { scanId, promptId, platform, region, run } = answer;
    const citations = readCitations(answer);
    return {
      record: {
        siteId,
        scanId,
        promptId,
        platform,
        region: storedRegionOf(region),
        run,
        ...measurement,
        ...evidenceOf(answer, citations, evidence),
      },
      skippedCitations: answer.citations.length - citations.length,
    };
  };
  const listNearMisses = () =>
    mostFrequent([...siteMeasurers.values()].flatMap(({ nearMisses }) => nearMisses.list()));
  return { toRecord, listNearMisses };
}

/** The citations of an answer that are web addresses, each with what it cites. */
const readCitations = ({ citations }: Answer) =>
  citations.flatMap((citation) => {
    const cited = readCitation(citation);
    return cited === null ? [] : [{ citation, ...cited }];
  });

/** The evidence, cited domains and cited pages to store with an answer; an empty object if there is nothing to store. */
function evidenceOf(
  answer: Answer,
  citations: ReturnType<typeof readCitations>,
  { keepsTexts, hasMeasuredMentions }: EvidenceOptions,
): Pick<AnswerRecord, 'domains' | 'pages' | 'evidence'> {
  const { text, mentions } = answer;
  const stored = toStoredEvidence({
    ...answer,
    text: keepsTexts ? text : null,
    citations: citations.map(({ citation }) => citation),
  });
  if (isEvidenceUnknown(stored)) return {};
  return {
    domains: citations.map(({ domain }) => domain),
    pages: citations.map(({ page }) => page),
    evidence: {
      ...stored,
      areMentionsGiven: mentions !== null && !(hasMeasuredMentions && text !== null),
    },
  };
}

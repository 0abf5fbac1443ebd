import { readVisibleText } from '../../contract/answer-text/visible-ranges.ts';
import {
  type Answer,
  type ListedAnswer,
  type Mark,
  maxAnswerLength,
} from '../../contract/sightline/answers.ts';
import { type CitedPage, readCitation } from '../addresses/cited-page.ts';
import { withoutLogins } from '../addresses/logins.ts';
import { toReadablePage } from '../addresses/readable.ts';
import { type BrandAliases, createMentionFinder } from '../measure/mentions.ts';
import { type Citation, sentimentScale } from '../records/answer.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { countedDomainOf, findSeparateDomains, ownerOf } from '../store/domain-owner.ts';
import type { BrandRecord } from '../store/records.ts';
import type { AnswerEvidence, FoundAnswer, WholeAnswer } from '../store/store.ts';
import { answerIdOf } from './answer-id.ts';
import { excerptOf } from './excerpt.ts';

/** Sorts brands that are not found, in the text or in the list of brands, after all others. */
const lastPlace = Number.MAX_SAFE_INTEGER;

/** How much text after the last possible mark is read, so that a name that continues there is not cut short. */
const contextLength = 1_000;

/**
 * Creates a function that finds the brands with the given IDs in an answer's text. It returns where they are
 * mentioned, as UTF-16 offsets in ascending order. Only the part of the text that pages show is searched, so that
 * even the longest texts do not block other requests.
 */
export function createMarkFinder(
  brands: readonly BrandAliases[],
): (text: string, brandIds: readonly string[]) => Mark[] {
  const findMentions = createMentionFinder(brands);
  return (wholeText, brandIds) => {
    const { text, toSource } = readVisibleText(wholeText.slice(0, maxAnswerLength + contextLength));
    return findMentions(text)
      .filter(({ brandId }) => brandIds.includes(brandId))
      .flatMap(({ brandId, ranges }) =>
        ranges.map(([start, end]) => ({
          brandId,
          start: toSource(start),
          end: toSource(end - 1) + 1,
        })),
      )
      .filter(({ end }) => end <= maxAnswerLength)
      .sort((a, b) => a.start - b.start || a.end - b.end);
  };
}

/**
 * Creates functions that convert stored answers to those that the service returns.
 * @param brands the site's brands that the caller may see, in the order in which lists show them.
 * @param answers the answers to convert; only brands that they mention are searched for in texts.
 */
export function createAnswerMapper(
  brands: readonly BrandRecord[],
  answers: readonly FoundAnswer[],
) {
  const mentionedIds = new Set(answers.flatMap(({ brandIds }) => brandIds));
  const findMarks = createMarkFinder(brands.filter(({ id }) => mentionedIds.has(id)));
  const placeById = new Map(brands.map(({ id }, place) => [id, place]));
  const trackedId = brands.find(({ role }) => role === 'tracked')?.id;

  const createListedAnswer = (answer: FoundAnswer, marks: Answer['marks']): ListedAnswer => {
    const { brandIds, sentiments, places, evidence } = answer;
    const firstMarkStartOf = (brandId: string | undefined) =>
      marks.find((mark) => mark.brandId === brandId)?.start;
    const mentions = brandIds.map((brandId, index) => {
      const sentiment = sentiments[index] ?? null;
      return {
        brandId,
        sentiment: sentiment === null ? null : sentiment / sentimentScale,
        place: places[index] || null,
      };
    });
    const starts = new Map(brandIds.map((id) => [id, firstMarkStartOf(id) ?? lastPlace]));
    const startOf = (id: string) => starts.get(id) ?? lastPlace;
    return {
      id: answerIdOf(answer),
      scanId: answer.scanId,
      completedAt: toTimestamp(answer.completedAt),
      promptId: answer.promptId,
      prompt: answer.prompt,
      platform: answer.platform,
      region: storedRegionOf(answer.region),
      run: answer.run,
      model: evidence?.model || null,
      searched: evidence?.searched ?? null,
      excerpt:
        typeof evidence?.text === 'string'
          ? excerptOf(evidence.text, firstMarkStartOf(trackedId) ?? 0)
          : null,
      mentions: mentions.sort(
        (a, b) =>
          startOf(a.brandId) - startOf(b.brandId) ||
          (placeById.get(a.brandId) ?? lastPlace) - (placeById.get(b.brandId) ?? lastPlace),
      ),
      sources: evidence?.sources ?? 0,
    };
  };
  const marksOf = ({ brandIds, evidence }: FoundAnswer): Answer['marks'] =>
    typeof evidence?.text === 'string' ? findMarks(evidence.text, brandIds) : [];

  const toSource = ({ url, title }: Citation, domain: string): Answer['citations'][number] => {
    const owner = ownerOf(domain, brands);
    return {
      url: withoutLogins(url),
      title: title || null,
      domain: toReadablePage(domain),
      owner: owner && { id: owner.id, name: owner.name },
    };
  };

  /** The sources that an answer does not cite, each page once. */
  const toRetrievedSources = ({
    citations,
    retrieved,
  }: Pick<AnswerEvidence, 'citations' | 'retrieved'>): Answer['retrieved'] => {
    const separateDomains = findSeparateDomains(brands);
    const keyOf = ({ url }: Citation, cited: CitedPage | null) => cited?.page || url;
    const seen = new Set(citations.map((citation) => keyOf(citation, readCitation(citation))));
    return retrieved.flatMap((source) => {
      const cited = readCitation(source);
      const key = keyOf(source, cited);
      if (seen.has(key)) return [];
      seen.add(key);
      const domain = cited ? countedDomainOf(cited.domain, cited.page, separateDomains) : '';
      return [toSource(source, domain)];
    });
  };

  return {
    toListedAnswer: (answer: FoundAnswer): ListedAnswer =>
      createListedAnswer(answer, marksOf(answer)),
    toAnswer(answer: WholeAnswer): Answer {
      const marks = marksOf(answer);
      const { evidence, domains } = answer;
      return {
        ...createListedAnswer(answer, marks),
        text: evidence?.text ?? null,
        marks,
        citations: (evidence?.citations ?? []).map((citation, index) =>
          toSource(citation, domains[index] ?? ''),
        ),
        queries: [...(evidence?.queries ?? [])],
        retrieved: evidence ? toRetrievedSources(evidence) : [],
        location: evidence?.location || null,
      };
    },
  };
}

import * as v from 'valibot';
import { isUuid } from '../../../contract/fields.ts';
import { type QueryOf, readQuery } from '../../../contract/parameters.ts';
import type { AnswerCriteria } from '../../api/sightline/answers.ts';
import {
  requestInView,
  type TimelineRequest,
  type TimelineSearch,
  valuesIn,
  type WrittenSearch,
  writeSearch,
  writeValues,
} from '../search/search.ts';
import type { PageParameters } from '../search/use-page-search.ts';
import { comparisonKinds } from './answers-to-compare.ts';

const text = v.pipe(v.string(), v.minLength(1));
const uuid = v.pipe(v.string(), v.check(isUuid), v.toLowerCase());

/**
 * Parameters that the answers page adds to those of every page of a site. All but `answer` and `beside` are sent to the
 * service.
 */
const answersParameters = {
  q: { isRepeatable: false, value: text },
  mentions: { isRepeatable: true, value: uuid },
  mentionsNot: { isRepeatable: true, value: uuid },
  domain: { isRepeatable: true, value: text },
  citedPage: { isRepeatable: true, value: text },
  scanId: { isRepeatable: false, value: uuid },
  /** The ID of the chosen answer. */
  answer: { isRepeatable: false, value: text },
  /** What the chosen answer is compared with. */
  beside: { isRepeatable: false, value: v.pipe(v.string(), v.picklist(comparisonKinds)) },
} as const;

/** The parameters that this page's address adds to those that all pages of a site have. */
export type AnswersSearch = QueryOf<typeof answersParameters>;

/**
 * Reads these parameters from the page's address. Never throws; invalid values are left out.
 * @returns the search, and the names of the parameters that were left out, wholly or in part, as `dropped`
 */
export function readAnswersSearch(address: Readonly<Record<string, unknown>>): {
  answersSearch: AnswersSearch;
  dropped: readonly string[];
} {
  const { query, faults } = readQuery(answersParameters, valuesIn(address));
  return { answersSearch: query, dropped: [...new Set(faults.map(({ parameter }) => parameter))] };
}

/** Writes the parameters that are set. */
export const writeAnswersSearch = (answersSearch: Partial<AnswersSearch>): WrittenSearch =>
  writeValues(answersParameters, answersSearch);

/** Whether two searches differ at most in the open prompt, which does not affect the listed answers. */
const isEqualExceptPrompt = (one: TimelineSearch, other: TimelineSearch): boolean =>
  JSON.stringify(writeSearch({ ...one, prompt: null })) ===
  JSON.stringify(writeSearch({ ...other, prompt: null }));

/** The parameters of the answers page. A change of filters changes the listed answers, so it clears the chosen one. */
export const answersPage: PageParameters<AnswersSearch> = {
  read: (parameters) => {
    const { answersSearch, dropped } = readAnswersSearch(parameters);
    return { view: answersSearch, dropped };
  },
  write: writeAnswersSearch,
  viewAfter: (view, from, to) =>
    isEqualExceptPrompt(from, to) ? view : { ...view, answer: null, beside: null },
};

/** The criteria for the list of answers; rolling ranges are computed from the UTC day `today`, YYYY-MM-DD. */
export function answerCriteriaOf(
  search: TimelineSearch,
  answersSearch: AnswersSearch,
  today: string,
): AnswerCriteria {
  const { scanId, mentions, mentionsNot, domain, citedPage, q } = answersSearch;
  const filters = requestInView(search, today);
  return { filters, scanId, mentions, mentionsNot, domain, citedPage, q };
}

/** The query of the report by brand, which names the tracked brand, on the UTC day `today`, YYYY-MM-DD. */
export const brandRequestOf = (search: TimelineSearch, today: string): TimelineRequest => ({
  ...requestInView(search, today),
  groupBy: 'brand',
  brandId: null,
});

/** Whether an answer must name a brand (`named`), must not name it (`notNamed`), or may do either (`any`). */
export type NamingRequirement = 'any' | 'named' | 'notNamed';

/** The requirement that a search makes for a brand. */
export const namingOf = (
  { mentions, mentionsNot }: AnswersSearch,
  brandId: string,
): NamingRequirement => {
  if (mentions.includes(brandId)) return 'named';
  return mentionsNot.includes(brandId) ? 'notNamed' : 'any';
};

/** Changes the requirement for one brand, leaving the other brands alone. */
export function withNaming(
  answersSearch: AnswersSearch,
  brandId: string,
  naming: NamingRequirement,
): AnswersSearch {
  const withoutBrand = (ids: readonly string[]) => ids.filter((id) => id !== brandId);
  const { mentions, mentionsNot } = answersSearch;
  return {
    ...answersSearch,
    mentions: naming === 'named' ? [...withoutBrand(mentions), brandId] : withoutBrand(mentions),
    mentionsNot:
      naming === 'notNamed' ? [...withoutBrand(mentionsNot), brandId] : withoutBrand(mentionsNot),
  };
}

import * as v from 'valibot';
import { pageParameters, pageParametersUpTo } from '../page-parameters.ts';
import {
  type ParameterTable,
  type QueryOf,
  repeatable,
  single,
  text,
  timelineParameters,
  uuid,
} from '../parameters.ts';
import { maxSearchLength } from './search-length.ts';

const search = (description: string) =>
  v.pipe(
    v.string(),
    v.maxLength(maxSearchLength, `must have at most ${maxSearchLength} characters`),
    v.metadata({ maxLength: maxSearchLength, description }),
  );
/** A search that also finds words inside longer ones. */
const searchIn = (where: string) =>
  search(
    `Words that must each be in ${where}, in any order and case, including inside longer words.`,
  );

/** The parameters of the list of sites. */
export const siteListParameters = {
  q: single(searchIn('the name, URL or client')),
  ...pageParameters,
} as const satisfies ParameterTable;

/** The parameters of the list of prompts. */
export const promptListParameters = {
  q: single(searchIn('the text')),
  ...pageParameters,
} as const satisfies ParameterTable;

/** The parameter that confirms which client or site is deleted. */
export const deletionParameters = {
  name: {
    ...single(v.pipe(text, v.metadata({ description: 'The name of what is deleted.' }))),
    isRequired: true,
  },
} as const satisfies ParameterTable;

/** The parameters of the overview. Its pages may be larger than usual, so that most portfolios fit into one. */
export const overviewParameters = pageParametersUpTo(200);

const { groupBy: _, ...parametersWithoutGrouping } = timelineParameters;
/** The parameters of reports with a fixed grouping: the matrix and the report by prompt. */
export const fixedGroupingParameters = parametersWithoutGrouping;

const withDescription = <S extends v.GenericSchema<string, unknown>>(
  value: S,
  description: string,
) => v.pipe(value, v.metadata({ ...v.getMetadata(value), description }));

/** A domain that answers cite, in any spelling. */
const domain = v.pipe(text, v.toLowerCase());

/** The parameters of the report on the cited pages of a domain: those of the timeline, and the domain. */
export const pagesParameters = {
  ...timelineParameters,
  domain: {
    ...single(withDescription(domain, 'The domain, as in the report on the cited domains.')),
    isRequired: true,
  },
} as const satisfies ParameterTable;

/** The parameters of the list of answers: those of the timeline, further filters, a search and paging. */
export const answerParameters = {
  ...timelineParameters,
  scanId: repeatable(
    withDescription(uuid, 'Only answers of this scan. If repeated, answers of any of these scans.'),
  ),
  mentions: repeatable(
    withDescription(
      uuid,
      'Only answers that mention this brand. If repeated, answers that mention all of these brands.',
    ),
  ),
  mentionsNot: repeatable(
    withDescription(
      uuid,
      'Only answers that do not mention this brand. If repeated, answers that mention none of these brands.',
    ),
  ),
  domain: repeatable(
    withDescription(
      domain,
      'Only answers that cite this domain, as in the report on the cited domains. If repeated, answers that cite any of these domains.',
    ),
  ),
  citedPage: repeatable(
    withDescription(
      text,
      'Only answers that cite this page, as in the report on the cited pages. If repeated, answers that cite any of these pages.',
    ),
  ),
  q: single(search('Words that must each be in the text, as whole words, in any order and case.')),
  ...pageParameters,
} as const satisfies ParameterTable;
export type AnswerQuery = QueryOf<typeof answerParameters>;

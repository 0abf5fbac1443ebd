import * as v from 'valibot';
import { pageParameters, pageParametersUpTo } from '../page-parameters.ts';
import { one, type ParameterTable, timelineParameters } from '../parameters.ts';

const longestSearch = 500;

/** A search for words in `where`. */
const searchIn = (where: string) =>
  v.pipe(
    v.string(),
    v.maxLength(longestSearch, `must have at most ${longestSearch} characters`),
    v.metadata({
      maxLength: longestSearch,
      description: `Words to find in ${where}: all of them, in any order and case.`,
    }),
  );

/** The parameters of the list of sites. */
export const siteListParameters = {
  q: one(searchIn('the name, URL or client')),
  ...pageParameters,
} as const satisfies ParameterTable;

/** The parameters of the list of prompts. */
export const promptListParameters = {
  q: one(searchIn('the text')),
  ...pageParameters,
} as const satisfies ParameterTable;

/** The parameters of the overview: a page is larger than elsewhere, so that most portfolios fit into one. */
export const overviewParameters = pageParametersUpTo(200);

const { groupBy: _, ...withoutGrouping } = timelineParameters;
/** The parameters of the matrix, which has the groupings by platform and by region in one. */
export const matrixParameters = withoutGrouping;
/** The parameters of the report by prompt. */
export const promptsReportParameters = withoutGrouping;

import { canonicalRegion } from '../../../contract/canonical-region.ts';
import { platforms } from '../../../contract/enums.ts';
import { type FilterParameter, filterParameters } from '../../../contract/parameters.ts';
import { regionLabel } from '../../../contract/region-label.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import { hasDates, type TimelineSearch } from './search.ts';

/** A value that the service lists, and its label, if any. */
interface ListedValue {
  value: string;
  label: string | null;
}

interface FilterNames {
  /** The heading of its group in the panel. */
  title: string;
  /** The prefix of a value in its chip; null for none. */
  chipPrefix: string | null;
}

/** A filter with values from the service: checkboxes to choose several, or radio buttons to choose one. */
export interface ListedFilter extends FilterNames {
  control: 'checkboxes' | 'radio';
  /** The values in the service's order. */
  valuesOf: (options: FilterOptions) => readonly ListedValue[];
  /** Whether its group is open at first. */
  isOpenAtFirst?: boolean;
  /** The name of a value that the service does not list. */
  nameOf?: (value: string) => string | undefined;
  /** Whether an unlisted value, such as a country, includes listed ones. */
  covers?: (value: string, listed: readonly string[]) => boolean;
  /** Headings that divide the values, in order, and a factory of functions that find a value's heading. */
  sections?: {
    order: readonly string[];
    createFinder: (options: FilterOptions | null) => (value: string) => string;
  };
}

/** A filter by IDs that v1 does not list: users type or paste them, unless a capability of the service lists them. */
export interface IdFilter extends FilterNames {
  control: 'ids';
  /** The label of the field for an ID. */
  fieldLabel: string;
  /** How a chosen ID is shown: as the prompt's text or the brand's name. */
  shownAs: 'prompt' | 'brand';
}

const methodSections = new Map([
  ['web', 'Website'],
  ['api', 'API'],
]);
const otherSection = 'Other';

/** Creates a function that finds the section of a platform: how its answers are collected. */
function createPlatformSectionFinder(options: FilterOptions | null) {
  const methods = new Map<string, string>(platforms.map(({ id, method }) => [id, method]));
  for (const { id, method } of options?.models ?? []) if (method) methods.set(id, method);
  return (value: string) => methodSections.get(methods.get(value) ?? '') ?? otherSection;
}

/** All filters of a report, in the panel's order. On the pages of a site, a new filter is added only here. */
export const filters = {
  platform: {
    control: 'checkboxes',
    title: 'AI platforms',
    chipPrefix: null,
    valuesOf: ({ models }) => models.map(({ id, name }) => ({ value: id, label: name })),
    isOpenAtFirst: true,
    nameOf: (value) => platforms.find(({ id }) => id === value)?.name,
    sections: {
      order: [...methodSections.values(), otherSection],
      createFinder: createPlatformSectionFinder,
    },
  },
  region: {
    control: 'checkboxes',
    title: 'Regions',
    chipPrefix: null,
    valuesOf: ({ regions }) => regions.map(({ code, label }) => ({ value: code, label })),
    isOpenAtFirst: true,
    nameOf: (value) => regionLabel(value),
    // A country includes its areas.
    covers: (value, listed) => listed.some((code) => code.startsWith(`${value}:`)),
  },
  stage: {
    control: 'checkboxes',
    title: 'Journey stages',
    chipPrefix: 'Stage',
    valuesOf: ({ journeyStages }) => journeyStages,
    isOpenAtFirst: true,
  },
  tag: { control: 'checkboxes', title: 'Tags', chipPrefix: 'Tag', valuesOf: ({ tags }) => tags },
  category: {
    control: 'checkboxes',
    title: 'Categories',
    chipPrefix: 'Category',
    valuesOf: ({ categories }) => categories,
  },
  product: {
    control: 'checkboxes',
    title: 'Products',
    chipPrefix: 'Product',
    valuesOf: ({ products }) => products,
  },
  persona: {
    control: 'checkboxes',
    title: 'Personas',
    chipPrefix: 'Persona',
    valuesOf: ({ personas }) => personas,
  },
  brand: {
    control: 'checkboxes',
    title: 'Brands',
    chipPrefix: 'Brand',
    valuesOf: ({ brands }) => brands.map(({ id, label }) => ({ value: id.toLowerCase(), label })),
  },
  brandMention: {
    control: 'radio',
    title: 'Brand in prompt',
    chipPrefix: 'Prompt',
    valuesOf: ({ brandMentions }) => brandMentions,
  },
  promptId: {
    control: 'ids',
    title: 'Prompts',
    chipPrefix: 'Prompt',
    fieldLabel: 'Prompt ID',
    shownAs: 'prompt',
  },
  competitorId: {
    control: 'ids',
    title: 'Competitors',
    chipPrefix: 'Competitor',
    fieldLabel: 'Competitor ID',
    shownAs: 'brand',
  },
} as const satisfies Record<FilterParameter, ListedFilter | IdFilter>;

type Filters = typeof filters;
type ParameterOf<C extends Filters[FilterParameter]['control']> = {
  [P in FilterParameter]: Filters[P]['control'] extends C ? P : never;
}[FilterParameter];
/** Parameters that accept several listed values. */
export type CheckboxParameter = ParameterOf<'checkboxes'>;
export type RadioParameter = ParameterOf<'radio'>;

const hasControl =
  <C extends Filters[FilterParameter]['control']>(control: C) =>
  (parameter: FilterParameter): parameter is ParameterOf<C> =>
    filters[parameter].control === control;

/** The parameters of all filters, in the panel's order. */
export const filterOrder = Object.keys(filters) as readonly FilterParameter[];
export const checkboxParameters = filterOrder.filter(hasControl('checkboxes'));
export const radioParameters = filterOrder.filter(hasControl('radio'));
export const isIdParameter = hasControl('ids');
export const idParameters = filterOrder.filter(isIdParameter);

/** The definition of a filter with listed values. */
export const listedFilter = (parameter: CheckboxParameter | RadioParameter): ListedFilter =>
  filters[parameter];

/** The chosen values of a filter. */
export function chosenValuesOf(
  search: Pick<TimelineSearch, FilterParameter>,
  parameter: FilterParameter,
): readonly string[] {
  const chosen = search[parameter];
  if (chosen === null) return [];
  return typeof chosen === 'string' ? [chosen] : chosen;
}

/** The search with a filter's values replaced; a filter of a single value takes the first, or null if there is none. */
export const withChosen = (
  search: TimelineSearch,
  parameter: FilterParameter,
  values: readonly string[],
): TimelineSearch => ({
  ...search,
  [parameter]: filterParameters[parameter].isRepeatable ? values : (values[0] ?? null),
});

function createListedTester(options: FilterOptions | null) {
  const listed = options?.regions.map(({ code }) => code) ?? [];
  return (region: string) => listed.includes(region) || filters.region.covers(region, listed);
}

/** The parameters whose values are regions. */
const regionParametersOf = ({ groupBy }: TimelineSearch) =>
  groupBy === 'region' ? (['region', 'show', 'hide'] as const) : (['region'] as const);

/** The regions that a search names, as filters or as lines to show or hide. */
export const namedRegionsOf = (search: TimelineSearch): readonly string[] => [
  ...new Set(regionParametersOf(search).flatMap((parameter) => search[parameter])),
];

/** The most areas of an address that are looked up. */
const maxUnlistedAreas = 20;

/** Named areas of countries that the service does not list. It may list another spelling, such as `US:California` for `US-CA`. */
export const findUnlistedAreas = (
  named: readonly string[],
  options: FilterOptions,
): readonly string[] => {
  const isListed = createListedTester(options);
  return named
    .filter((region) => /^[A-Z]{2}[:-]./.test(region) && !isListed(region))
    .slice(0, maxUnlistedAreas);
};

/**
 * The search with each region under the code that the service lists, if it lists only one of `UK` and `GB`, or that it
 * states to use; the same search if nothing changes.
 */
export function withListedRegions(
  search: TimelineSearch,
  options: FilterOptions | null,
  applied: readonly { region: string; code: string }[] = [],
): TimelineSearch {
  const isListed = createListedTester(options);
  const codes = new Map(applied.map(({ region, code }) => [region, code]));
  const listedCodeOf = (code: string) => {
    const canonicalCode = canonicalRegion(code);
    return !isListed(code) && isListed(canonicalCode) ? canonicalCode : (codes.get(code) ?? code);
  };
  if (namedRegionsOf(search).every((code) => listedCodeOf(code) === code)) return search;
  const renamed = regionParametersOf(search).map(
    (parameter) => [parameter, [...new Set(search[parameter].map(listedCodeOf))]] as const,
  );
  return { ...search, ...Object.fromEntries(renamed) };
}

/** A search with every filter cleared and everything else unchanged. */
export const withoutFilters = (search: TimelineSearch): TimelineSearch =>
  filterOrder.reduce((cleared, parameter) => withChosen(cleared, parameter, []), search);

/** Whether filters select only some of the answers. */
export const hasFilters = (search: Pick<TimelineSearch, FilterParameter>): boolean =>
  filterOrder.some((parameter) => chosenValuesOf(search, parameter).length > 0);

/** Whether filters or dates narrow a search. */
export const isNarrowed = (search: TimelineSearch): boolean =>
  hasFilters(search) || hasDates(search);

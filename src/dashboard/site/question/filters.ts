import { platforms } from '../../../contract/enums.ts';
import { type FilterParameter, filterParameters } from '../../../contract/parameters.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { TimelineSearch } from './search.ts';

/** A value that the service lists, and its label where it has one. */
interface ListedValue {
  value: string;
  label: string | null;
}

interface FilterNames {
  /** The heading of its group in the panel. */
  title: string;
  /** What a chip puts before a value; null where values speak for themselves. */
  chip: string | null;
}

/** A filter whose values the service lists: any number as checkboxes, or one of them as a radio button. */
export interface ListedFilter extends FilterNames {
  control: 'checkboxes' | 'radio';
  /** The values in the service's order. */
  listed: (options: FilterOptions) => readonly ListedValue[];
  /** Whether its group is open before anything is chosen. */
  startsOpen?: boolean;
  /** The name of a value that the service does not list. */
  nameOf?: (value: string) => string | undefined;
  /** Whether a value that is not listed stands for listed ones. */
  covers?: (value: string, listed: readonly string[]) => boolean;
  /** Divides the values under headings of their own: the section of a value, and the sections in order. */
  sections?: {
    order: readonly string[];
    of: (options: FilterOptions | null) => (value: string) => string;
  };
}

/** A filter by ids that no endpoint lists, typed or pasted by people. */
export interface IdFilter extends FilterNames {
  control: 'ids';
  /** The label of the field that takes an id. */
  field: string;
  /** What a chosen id is shown as: the prompt's text, or the brand's name. */
  shownAs: 'prompt' | 'brand';
}

const methodSections = new Map([
  ['web', 'Website'],
  ['api', 'API'],
]);
const otherSection = 'Other';

/** The section of each platform: how its answers are collected. */
function platformSections(options: FilterOptions | null) {
  const methods = new Map<string, string>(platforms.map(({ id, method }) => [id, method]));
  for (const { id, method } of options?.models ?? []) if (method) methods.set(id, method);
  return (value: string) => methodSections.get(methods.get(value) ?? '') ?? otherSection;
}

/** Everything that a report can be filtered by, in the panel's order. The one place that names a filter. */
export const filters = {
  platform: {
    control: 'checkboxes',
    title: 'AI platforms',
    chip: null,
    listed: ({ models }) => models.map(({ id, name }) => ({ value: id, label: name })),
    startsOpen: true,
    nameOf: (value) => platforms.find(({ id }) => id === value)?.name,
    sections: { order: [...methodSections.values(), otherSection], of: platformSections },
  },
  region: {
    control: 'checkboxes',
    title: 'Regions',
    chip: null,
    listed: ({ regions }) => regions.map(({ code, label }) => ({ value: code, label })),
    startsOpen: true,
    // A country stands for its areas.
    covers: (value, listed) => listed.some((code) => code.startsWith(`${value}:`)),
  },
  stage: {
    control: 'checkboxes',
    title: 'Journey stages',
    chip: 'Stage',
    listed: ({ journeyStages }) => journeyStages,
    startsOpen: true,
  },
  tag: { control: 'checkboxes', title: 'Tags', chip: 'Tag', listed: ({ tags }) => tags },
  category: {
    control: 'checkboxes',
    title: 'Categories',
    chip: 'Category',
    listed: ({ categories }) => categories,
  },
  product: {
    control: 'checkboxes',
    title: 'Products',
    chip: 'Product',
    listed: ({ products }) => products,
  },
  persona: {
    control: 'checkboxes',
    title: 'Personas',
    chip: 'Persona',
    listed: ({ personas }) => personas,
  },
  brand: {
    control: 'checkboxes',
    title: 'Brands',
    chip: 'Brand',
    listed: ({ brands }) => brands.map(({ id, label }) => ({ value: id.toLowerCase(), label })),
  },
  brandMention: {
    control: 'radio',
    title: 'Brand mention',
    chip: null,
    listed: ({ brandMentions }) => brandMentions,
  },
  promptId: {
    control: 'ids',
    title: 'Prompts',
    chip: 'Prompt',
    field: 'Prompt ID',
    shownAs: 'prompt',
  },
  competitorId: {
    control: 'ids',
    title: 'Competitors',
    chip: 'Competitor',
    field: 'Competitor ID',
    shownAs: 'brand',
  },
} as const satisfies Record<FilterParameter, ListedFilter | IdFilter>;

type Filters = typeof filters;
type ParameterOf<C extends Filters[FilterParameter]['control']> = {
  [P in FilterParameter]: Filters[P]['control'] extends C ? P : never;
}[FilterParameter];
/** Parameters of which any number of listed values may be chosen. */
export type ListedParameter = ParameterOf<'checkboxes'>;
export type RadioParameter = ParameterOf<'radio'>;

const order = Object.keys(filters) as FilterParameter[];
const isControl =
  <C extends Filters[FilterParameter]['control']>(control: C) =>
  (parameter: FilterParameter): parameter is ParameterOf<C> =>
    filters[parameter].control === control;

/** Every filter's parameter in the panel's order, and those of each kind of control. */
export const filterOrder: readonly FilterParameter[] = order;
export const listedParameters = order.filter(isControl('checkboxes'));
export const radioParameters = order.filter(isControl('radio'));
export const isIdParameter = isControl('ids');
export const idParameters = order.filter(isIdParameter);

/** A filter whose values the service lists. */
export const listedFilter = (parameter: ListedParameter | RadioParameter): ListedFilter =>
  filters[parameter];

/** The values chosen of a filter. */
export function chosenIn(search: TimelineSearch, parameter: FilterParameter): readonly string[] {
  const chosen = search[parameter];
  if (chosen === null) return [];
  return typeof chosen === 'string' ? [chosen] : chosen;
}

/** The search with other values chosen of a filter; one that takes a single value takes the first. */
export const withChosen = (
  search: TimelineSearch,
  parameter: FilterParameter,
  values: readonly string[],
): TimelineSearch => ({
  ...search,
  [parameter]: filterParameters[parameter].many ? values : (values[0] ?? null),
});

/** A search without any filter; metric, grouping, dates, zone and panels stay. */
export const withoutFilters = (search: TimelineSearch): TimelineSearch =>
  filterOrder.reduce((rest, parameter) => withChosen(rest, parameter, []), search);

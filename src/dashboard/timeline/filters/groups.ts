import type { Labelled } from '../../../contract/fields.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { TimelineSearch } from '../search.ts';

/** Parameters of which any number of listed values may be chosen. */
export type ListedParameter =
  | 'platform'
  | 'region'
  | 'tag'
  | 'category'
  | 'product'
  | 'persona'
  | 'stage'
  | 'brand';

export interface FilterOption {
  value: string;
  label: string;
  /** False for a value that was asked for and that the service does not list, once it lists any. */
  isListed: boolean;
}

export interface FilterGroup {
  parameter: ListedParameter;
  title: string;
  /** Options under a heading of their own, or all under none. */
  sections: readonly { title: string | null; options: readonly FilterOption[] }[];
}

export const groupTitles: Record<
  ListedParameter | 'brandMention' | 'promptId' | 'competitorId',
  string
> = {
  platform: 'AI platforms',
  region: 'Regions',
  stage: 'Journey stages',
  tag: 'Tags',
  category: 'Categories',
  product: 'Products',
  persona: 'Personas',
  brandMention: 'Brand mention',
  brand: 'Brands',
  promptId: 'Prompts',
  competitorId: 'Competitors',
};

type Entry = { value: string; label: string | null };

const fromLabelled = ({ value, label }: Labelled): Entry => ({ value, label });

/** What the service lists for a parameter, in its order. */
export function entriesOf(
  options: FilterOptions,
  parameter: ListedParameter | 'brandMention',
): Entry[] {
  switch (parameter) {
    case 'platform':
      return options.models.map(({ id, name }) => ({ value: id, label: name }));
    case 'region':
      return options.regions.map(({ code, label }) => ({ value: code, label }));
    case 'brand':
      return options.brands.map(({ id, label }) => ({ value: id.toLowerCase(), label }));
    case 'tag':
      return options.tags.map(fromLabelled);
    case 'category':
      return options.categories.map(fromLabelled);
    case 'product':
      return options.products.map(fromLabelled);
    case 'persona':
      return options.personas.map(fromLabelled);
    case 'stage':
      return options.journeyStages.map(fromLabelled);
    case 'brandMention':
      return options.brandMentions.map(fromLabelled);
  }
}

const sectionNames: Partial<Record<string, string>> = { web: 'Website', api: 'API' };

/** Options of a parameter: what is listed, each value once, then what was asked for and is not listed. */
export function optionsOf(
  options: FilterOptions | null,
  parameter: ListedParameter | 'brandMention',
  chosen: readonly string[],
): FilterOption[] {
  const found = new Map<string, FilterOption>();
  for (const { value, label } of options ? entriesOf(options, parameter) : []) {
    if (!found.has(value))
      found.set(value, { value, label: label?.trim() || value, isListed: true });
  }
  for (const value of chosen) {
    // While nothing is listed yet, nobody knows whether a value still is.
    if (!found.has(value)) found.set(value, { value, label: value, isListed: options === null });
  }
  return [...found.values()];
}

function sectionsOf(
  options: FilterOptions | null,
  parameter: ListedParameter,
  chosen: readonly string[],
): FilterGroup['sections'] {
  const all = optionsOf(options, parameter, chosen);
  if (parameter !== 'platform') return [{ title: null, options: all }];
  const methods = new Map(options?.models.map(({ id, method }) => [id, method]));
  const byTitle = Map.groupBy(
    all,
    ({ value }) => sectionNames[methods.get(value) ?? ''] ?? 'Other',
  );
  return ['Website', 'API', 'Other'].flatMap((title) => {
    const inSection = byTitle.get(title);
    return inSection ? [{ title, options: inSection }] : [];
  });
}

const order: readonly ListedParameter[] = [
  'platform',
  'region',
  'stage',
  'tag',
  'category',
  'product',
  'persona',
  'brand',
];

/** The groups that have anything to choose or to take back, in the panel's order. */
export function groupsOf(options: FilterOptions | null, search: TimelineSearch): FilterGroup[] {
  return order
    .map((parameter) => ({
      parameter,
      title: groupTitles[parameter],
      sections: sectionsOf(options, parameter, search[parameter]),
    }))
    .filter(({ sections }) => sections.some((section) => section.options.length > 0));
}

/** A list with a value added or taken out, in the order in which the service lists them. */
export function toggledIn(
  chosen: readonly string[],
  value: string,
  isChosen: boolean,
  listed: readonly string[],
): string[] {
  const wanted = new Set(chosen);
  if (isChosen) wanted.add(value);
  else wanted.delete(value);
  const inOrder = listed.filter((each) => wanted.has(each));
  return [...inOrder, ...[...wanted].filter((each) => !listed.includes(each))];
}

const listParameters = [
  'platform',
  'region',
  'stage',
  'tag',
  'category',
  'product',
  'persona',
  'brand',
  'promptId',
  'competitorId',
] as const;
export type ListParameter = (typeof listParameters)[number];

/** One chosen filter, and the search without it. */
export interface Chip {
  key: string;
  parameter: ListParameter | 'brandMention';
  value: string;
  label: string;
  isListed: boolean;
  without: TimelineSearch;
}

/** Everything chosen, in the panel's order. Prompts go by their id: only a call knows their text. */
export function chipsOf(options: FilterOptions | null, search: TimelineSearch): Chip[] {
  const nameOf = (parameter: Chip['parameter'], value: string) => {
    const list = parameter === 'competitorId' ? 'brand' : parameter;
    const isGiven = parameter === 'competitorId' || parameter === 'promptId';
    const found =
      list === 'promptId'
        ? undefined
        : optionsOf(options, list, [value]).find((each) => each.value === value);
    // No endpoint lists prompts and competitors, so none of them is ever missing from a list.
    return { label: found?.label ?? value, isListed: isGiven || (found?.isListed ?? true) };
  };
  const chips: Chip[] = listParameters.flatMap((parameter) =>
    search[parameter].map((value) => ({
      key: `${parameter} ${value}`,
      parameter,
      value,
      ...nameOf(parameter, value),
      without: { ...search, [parameter]: search[parameter].filter((each) => each !== value) },
    })),
  );
  const mention = search.brandMention;
  if (mention === null) return chips;
  return [
    ...chips,
    {
      key: `brandMention ${mention}`,
      parameter: 'brandMention',
      value: mention,
      ...nameOf('brandMention', mention),
      without: { ...search, brandMention: null },
    },
  ];
}

/** A search without any filter; metric, grouping, dates, zone and panels stay. */
export function withoutFilters(search: TimelineSearch): TimelineSearch {
  const cleared = Object.fromEntries(listParameters.map((parameter) => [parameter, []]));
  return { ...search, ...cleared, brandMention: null };
}

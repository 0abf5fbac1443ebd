import { platforms } from '../../../contract/enums.ts';
import type { Labelled } from '../../../contract/fields.ts';
import { valuesPerParameter } from '../../../contract/parameters.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { TimelineSearch } from './search.ts';

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
  /** True for what is here only because it was asked for: it goes once it is not. */
  isExtra: boolean;
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

const sectionNames = new Map([
  ['web', 'Website'],
  ['api', 'API'],
]);

/** What a value goes by that the service does not list, or not yet. */
const knownName = (parameter: ListedParameter | 'brandMention', value: string): string =>
  (parameter === 'platform' ? platforms.find(({ id }) => id === value)?.name : undefined) ?? value;

/**
 * Options of a parameter: what is listed, each value once, then what was asked for and is not listed.
 * Labels that several share are told apart by their values.
 */
export function optionsOf(
  options: FilterOptions | null,
  parameter: ListedParameter | 'brandMention',
  chosen: readonly string[],
): FilterOption[] {
  const found = new Map<string, FilterOption>();
  const shared = new Map<string, number>();
  for (const { value, label: given } of options ? entriesOf(options, parameter) : []) {
    // An empty value cannot be asked for.
    if (value === '' || found.has(value)) continue;
    const label = given?.trim() || value;
    shared.set(label, (shared.get(label) ?? 0) + 1);
    found.set(value, { value, label, isListed: true, isExtra: false });
  }
  for (const option of found.values()) {
    if ((shared.get(option.label) ?? 0) > 1) option.label = `${option.label} (${option.value})`;
  }
  const listed = [...found.keys()];
  for (const value of chosen) {
    if (found.has(value)) continue;
    // A country stands for its areas; and while nothing is listed yet, nobody knows what will be.
    const isCountry = parameter === 'region' && listed.some((code) => code.startsWith(`${value}:`));
    const isListed = options === null || isCountry;
    found.set(value, { value, label: knownName(parameter, value), isListed, isExtra: true });
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
  const methods = new Map<string, string>(platforms.map(({ id, method }) => [id, method]));
  for (const { id, method } of options?.models ?? []) if (method) methods.set(id, method);
  const byTitle = Map.groupBy(
    all,
    ({ value }) => sectionNames.get(methods.get(value) ?? '') ?? 'Other',
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

/** Whether a text holds what is looked for, given in small letters. */
export const matches = (text: string, needle: string): boolean =>
  text.toLocaleLowerCase().includes(needle);

/** A group's sections with only the options that hold a word, or all where its title does. */
export function narrowed(group: FilterGroup, needle: string): FilterGroup['sections'] {
  if (matches(group.title, needle)) return group.sections;
  return narrowedSections(group.sections, needle);
}

/** Sections with only the options that hold a word in label or value; the very same where all do. */
export function narrowedSections(
  sections: FilterGroup['sections'],
  needle: string,
): FilterGroup['sections'] {
  const left = sections.flatMap((section) => {
    const options = section.options.filter(
      ({ label, value }) => matches(label, needle) || matches(value, needle),
    );
    return options.length > 0 ? [{ ...section, options }] : [];
  });
  return countOf(left) === countOf(sections) ? sections : left;
}

/** How many options there are in sections. */
export const countOf = (sections: FilterGroup['sections']): number =>
  sections.reduce((sum, { options }) => sum + options.length, 0);

/** Said where no more can be chosen: past this an address is not read. */
export const fullText = `At most ${valuesPerParameter} can be chosen.`;
export const isFull = (chosen: readonly string[]): boolean => chosen.length >= valuesPerParameter;

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

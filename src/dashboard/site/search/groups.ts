import { type FilterParameter, maxValuesPerParameter } from '../../../contract/parameters.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import { distinguishLabels } from '../../../figures/series/name-regions.ts';
import { hasAllWords } from '../../ui/has-all-words.ts';
import {
  type CheckboxParameter,
  checkboxParameters,
  filters,
  listedFilter,
  type RadioParameter,
} from './filters.ts';
import type { TimelineSearch } from './search.ts';

export interface FilterOption {
  value: string;
  label: string;
  /**
   * Whether the service lists the value or, for a country, any of its areas; true for every value until the list has
   * loaded.
   */
  isListed: boolean;
  /** Whether the value is offered only because it is chosen. */
  isExtra: boolean;
}

export interface FilterGroup<P extends FilterParameter = CheckboxParameter> {
  parameter: P;
  title: string;
  /** Options under headings, or in one section without a heading. */
  sections: readonly { title: string | null; options: readonly FilterOption[] }[];
}

/**
 * Options of a parameter: each listed value once, then the chosen values that are not listed.
 * Labels that several values share are followed by the value.
 */
export function optionsOf(
  options: FilterOptions | null,
  parameter: CheckboxParameter | RadioParameter,
  chosen: readonly string[],
): FilterOption[] {
  const filter = listedFilter(parameter);
  const optionsByValue = new Map<string, FilterOption>();
  for (const { value, label: listedLabel } of options ? filter.valuesOf(options) : []) {
    // No parameter takes an empty value.
    if (value === '' || optionsByValue.has(value)) continue;
    const label = listedLabel?.trim() || value;
    optionsByValue.set(value, { value, label, isListed: true, isExtra: false });
  }
  const listed = [...optionsByValue.keys()];
  const unlistedOptions = chosen
    .filter((value) => !optionsByValue.has(value))
    .map((value) => {
      // While the list is loading, every value counts as listed.
      const isListed = options === null || (filter.covers?.(value, listed) ?? false);
      const label = filter.nameOf?.(value) ?? value;
      return { value, label, isListed, isExtra: true };
    });
  return distinguishLabels([...optionsByValue.values(), ...unlistedOptions], ({ value }) => value);
}

function sectionsOf(
  options: FilterOptions | null,
  parameter: CheckboxParameter,
  chosen: readonly string[],
): FilterGroup['sections'] {
  const allOptions = optionsOf(options, parameter, chosen);
  const { sections } = listedFilter(parameter);
  if (!sections) return [{ title: null, options: allOptions }];
  const sectionOf = sections.createFinder(options);
  const byTitle = Map.groupBy(allOptions, ({ value }) => sectionOf(value));
  return sections.order.flatMap((title) => {
    const sectionOptions = byTitle.get(title);
    return sectionOptions ? [{ title, options: sectionOptions }] : [];
  });
}

/** The groups that have options, in the panel's order. */
export function groupsOf(options: FilterOptions | null, search: TimelineSearch): FilterGroup[] {
  return checkboxParameters
    .map((parameter) => ({
      parameter,
      title: filters[parameter].title,
      sections: sectionsOf(options, parameter, search[parameter]),
    }))
    .filter(({ sections }) => sections.some((section) => section.options.length > 0));
}

/** Whether a group's title contains the typed text, which then does not narrow the group's options. */
export const isTitleMatch = (title: string, typed: string): boolean =>
  title.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());

/** A group's sections with only the options that have all typed words; all options if the title contains the text. */
export const narrowGroup = (
  { sections, title }: FilterGroup<FilterParameter>,
  typed: string,
): FilterGroup['sections'] =>
  isTitleMatch(title, typed) ? sections : narrowSections(sections, typed);

/** Sections with only the options that have all typed words in label or value; the same object if all do. */
export function narrowSections(
  sections: FilterGroup['sections'],
  typed: string,
): FilterGroup['sections'] {
  const narrowed = sections.flatMap((section) => {
    const options = section.options.filter(({ label, value }) =>
      hasAllWords([label, value], typed),
    );
    return options.length > 0 ? [{ ...section, options }] : [];
  });
  return countOptions(narrowed) === countOptions(sections) ? sections : narrowed;
}

export const countOptions = (sections: FilterGroup['sections']): number =>
  sections.reduce((sum, { options }) => sum + options.length, 0);

/** Shown when no more values can be chosen, since the service refuses a parameter with more. */
export const limitText = `Choose at most ${maxValuesPerParameter}.`;
export const isFull = (chosen: readonly string[]): boolean =>
  chosen.length >= maxValuesPerParameter;

/** The chosen values with one added or removed, in the order of `listed`, with unlisted values last. */
export function toggleIn(
  chosen: readonly string[],
  value: string,
  isChosen: boolean,
  listed: readonly string[],
): string[] {
  const newChosen = new Set(chosen);
  if (isChosen) newChosen.add(value);
  else newChosen.delete(value);
  const inOrder = listed.filter((listedValue) => newChosen.has(listedValue));
  const unlisted = [...newChosen].filter((chosenValue) => !listed.includes(chosenValue));
  return [...inOrder, ...unlisted];
}

import type { FilterParameter } from '../../../contract/parameters.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import { chosenValuesOf, filterOrder, filters, isIdParameter, withChosen } from './filters.ts';
import { optionsOf } from './groups.ts';
import type { TimelineSearch } from './search.ts';

/** One chosen filter, and the search without it. */
export interface Chip {
  key: string;
  parameter: FilterParameter;
  value: string;
  label: string;
  /** As in `FilterOption`; always true for IDs. */
  isListed: boolean;
  remainingSearch: TimelineSearch;
}

function describeValue(options: FilterOptions | null, parameter: FilterParameter, value: string) {
  if (isIdParameter(parameter)) {
    const { shownAs } = filters[parameter];
    const brands = shownAs === 'brand' ? optionsOf(options, 'brand', [value]) : [];
    const brand = brands.find((option) => option.value === value);
    // v1 has no list of all prompts or competitors to check an ID against, so every ID counts as listed.
    return { label: brand?.label ?? value, isListed: true };
  }
  const option = optionsOf(options, parameter, [value]).find(
    (candidate) => candidate.value === value,
  );
  return { label: option?.label ?? value, isListed: option?.isListed ?? true };
}

/** All chosen filters, in the panel's order. Prompts are labelled by ID, since their text needs a request. */
export function chipsOf(options: FilterOptions | null, search: TimelineSearch): Chip[] {
  return filterOrder.flatMap((parameter) => {
    const chosen = chosenValuesOf(search, parameter);
    return chosen.map((value) => ({
      key: `${parameter} ${value}`,
      parameter,
      value,
      ...describeValue(options, parameter, value),
      remainingSearch: withChosen(
        search,
        parameter,
        chosen.filter((other) => other !== value),
      ),
    }));
  });
}

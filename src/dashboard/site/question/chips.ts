import type { FilterOptions } from '../../../contract/resources.ts';
import { optionsOf } from './groups.ts';
import type { TimelineSearch } from './search.ts';

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

import type { FilterOptions, TimelineReport } from '../../../contract/resources.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { chipsOf } from '../search/chips.ts';
import { filters } from '../search/filters.ts';
import type { TimelineSearch } from '../search/search.ts';

type TextOfPrompt = (id: string) => string | undefined;
const noText: TextOfPrompt = () => undefined;

/** The search with the platforms and regions that the report states as applied, or else those requested. */
export const withAppliedFilters = (
  search: TimelineSearch,
  { filters: applied }: Pick<TimelineReport, 'filters'>,
): TimelineSearch => ({
  ...search,
  platform: applied?.platform ?? search.platform,
  region: applied?.region ?? search.region,
});

/** The names of the chosen filters, keyed by the titles of their groups. */
export function filtersByTitle(
  options: FilterOptions | null,
  search: TimelineSearch,
  textOfPrompt = noText,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { parameter, value, label } of chipsOf(options, search)) {
    const { title } = filters[parameter];
    const name = parameter === 'promptId' ? (textOfPrompt(value) ?? label) : label;
    names.set(title, [...(names.get(title) ?? []), isolate(name)]);
  }
  return names;
}

/**
 * The chosen filters in words: "AI platforms: ChatGPT, Gemini · Tags: pricing"; "No filters" if none are chosen.
 * @param textOfPrompt a prompt's text by its ID, if it is known
 */
export function filtersInWords(
  options: FilterOptions | null,
  search: TimelineSearch,
  textOfPrompt = noText,
): string {
  const names = filtersByTitle(options, search, textOfPrompt);
  const parts = [...names].map(([title, labels]) => `${title}: ${labels.join(', ')}`);
  return parts.length === 0 ? 'No filters' : parts.join(' · ');
}

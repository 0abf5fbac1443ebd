import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import { countText } from '../../../figures/formats/counts.ts';
import { describeBasis } from '../../../figures/sentences/basis.ts';
import { filtersByTitle } from '../picture/filter-words.ts';
import { describeAnswers } from './facts.ts';
import type { DocumentFigures } from './figures-of-document.ts';

/** The maximum number of values of a filter to name. */
const maxValues = 3;

/** Such as "Only AI platforms: ChatGPT, Gemini; tags: 5 chosen."; empty without filters. */
function describeFilters({ responses, search, wording }: DocumentFigures): string {
  const filters = [...filtersByTitle(responses.options, search)].map(([title, labels]) =>
    labels.length > maxValues
      ? `${title} (${countText(labels.length, wording.locale)} chosen)`
      : `${title} (${labels.join(', ')})`,
  );
  return filters.length === 0 ? '' : `Filtered by ${filters.join(', ')}.`;
}

/** What the headline is based on, and the filters. @param lead see `describeBasis` */
export function basisOf(figures: DocumentFigures, lead: SeriesMove | null): string {
  const { model, comparison, wording } = figures;
  const answers = describeAnswers(figures);
  const basis = describeBasis(model, answers, comparison, lead, wording);
  return [basis, describeFilters(figures)].filter(Boolean).join(' ');
}

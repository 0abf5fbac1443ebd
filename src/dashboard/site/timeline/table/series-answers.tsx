import type { SeriesColumn } from '../../../api/columns.ts';
import { AnswersLink } from '../../answers-link.tsx';
import type { TimelineModel } from '../../report/model.ts';

interface SeriesAnswersProps {
  model: TimelineModel;
  series: SeriesColumn;
}

/** The filter that selects the answers of one series; null if all series share the same answers. */
function filterOf(groupBy: string | null): 'platform' | 'region' | 'promptId' | null {
  if (groupBy === 'platform' || groupBy === 'region') return groupBy;
  return groupBy === 'prompt' ? 'promptId' : null;
}

/** Opens the answers behind a series; absent where no filter selects exactly these. */
export function SeriesAnswers({ model, series: { key } }: SeriesAnswersProps) {
  const { groupBy } = model;
  // A country's filter includes its areas, which its series does not.
  const isCountry = model.series.some((other) => other.key.startsWith(`${key}:`));
  if (groupBy === 'region' && isCountry) return null;
  const filter = filterOf(groupBy);
  return (
    <AnswersLink only={filter === null ? {} : { [filter]: [key] }}>Read the answers</AnswersLink>
  );
}

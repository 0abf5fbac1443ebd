import type { SeriesColumn } from '../../../api/columns.ts';
import { AnswersLink } from '../../answers-link.tsx';
import type { TimelineModel } from '../../report/model.ts';

interface SeriesAnswersProps {
  model: TimelineModel;
  series: SeriesColumn;
}

/** Opens the answers behind a series; absent where no filter selects exactly these. */
export function SeriesAnswers({ model, series: { key } }: SeriesAnswersProps) {
  const { groupBy } = model;
  // A country's filter includes its areas, which its series does not.
  const isCountry = model.series.some((other) => other.key.startsWith(`${key}:`));
  if (groupBy === 'region' && isCountry) return null;
  const only = groupBy === 'brand' ? {} : { [groupBy]: [key] };
  return <AnswersLink only={only}>Read the answers</AnswersLink>;
}

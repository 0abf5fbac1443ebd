import type { SeriesColumn } from '../../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../../figures/series/model.ts';
import { AnswerCount } from '../../answer-count.tsx';
import { AnswersLink } from '../../answers-link.tsx';
import { seriesFilterOf } from '../../series/series-filter.ts';

interface SeriesAnswersProps {
  model: TimelineModel;
  series: SeriesColumn;
}

/** A link to the answers behind a series; renders nothing if no filter selects exactly these answers. */
export function SeriesAnswers({ model, series }: SeriesAnswersProps) {
  const filterOverrides = seriesFilterOf(model, series);
  if (filterOverrides === null) return null;
  return (
    <AnswersLink filterOverrides={filterOverrides}>
      Read the <AnswerCount narrowing={{ filterOverrides }} />
    </AnswersLink>
  );
}

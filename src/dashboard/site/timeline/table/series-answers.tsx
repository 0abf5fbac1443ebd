import type { SeriesColumn } from '../../../api/columns.ts';
import { AnswerCount } from '../../answer-count.tsx';
import { AnswersLink } from '../../answers-link.tsx';
import type { TimelineModel } from '../../report/model.ts';
import { seriesFilter } from '../../report/series-filter.ts';

interface SeriesAnswersProps {
  model: TimelineModel;
  series: SeriesColumn;
}

/** A link to the answers behind a series; renders nothing if no filter selects exactly these. */
export function SeriesAnswers({ model, series }: SeriesAnswersProps) {
  const only = seriesFilter(model, series);
  if (only === null) return null;
  return (
    <AnswersLink only={only}>
      Read the <AnswerCount narrowing={{ only }} />
    </AnswersLink>
  );
}

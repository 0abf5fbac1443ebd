import { useQuery } from '@tanstack/react-query';
import type { Slices } from '../../../figures/comparison/slices.ts';
import {
  countAnswers,
  exploratoryDefinition,
  isExploratory,
} from '../../../figures/series/answer-counts.ts';
import { countsQuery } from '../../api/sightline/counts.ts';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import { useSite } from '../../use-site.ts';
import type { TimelineRequest } from '../search/search.ts';

interface ExploratoryMarkProps {
  /** The request of the report that is compared. */
  request: TimelineRequest;
  slices: Slices;
  /** How many cells share the answers of a scan. */
  cellCount: number;
}

/** Says that the verdicts of cells are exploratory if they rest on few prompts or answers. */
export function ExploratoryMark({ request, slices, cellCount }: ExploratoryMarkProps) {
  const { siteId } = useSite();
  const { data: counts = [] } = useQuery(countsQuery({ siteId, request }));
  const periods = [slices.now, slices.before].map(({ scans }) => countAnswers(counts, scans));
  if (!isExploratory(periods, cellCount)) return null;
  return (
    <>
      {' '}
      · verdicts are exploratory <DefinitionButton {...exploratoryDefinition} />
    </>
  );
}

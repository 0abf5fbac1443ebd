import { lazy, Suspense } from 'react';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { describePeriods } from '../../../figures/comparison/period-names.ts';
import { verdictDefinition } from '../../../figures/series/column-definitions.ts';
import { definitionOf } from '../../../figures/series/definitions.ts';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import { capitalise } from '../../../figures/text/capitalise.ts';
import { useHasPage } from '../../app/session/share-overrides.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import pageStyles from '../layout/page.module.css';
import type { TimelineRequest, TimelineSearch } from '../search/search.ts';
import { farthestFrom } from '../series/shade.ts';
import { describeScale, describeSides } from './describe-scale.ts';
import styles from './matrix.module.css';
import type { Matrix } from './matrix.ts';
import { changedMark, MatrixGrid, scatterMark } from './matrix-grid.tsx';

/** Explains the cells' colours and lines, and the keyboard controls. */
function Legend({ matrix, wording }: { matrix: Matrix; wording: Wording }) {
  const { meanRange, valueRange, neutral } = matrix;
  const hasTimelinePage = useHasPage('timeline');
  if (!meanRange || !valueRange) return null;
  const farthest = neutral === null ? 0 : farthestFrom(neutral, meanRange);
  const ends = neutral === null ? meanRange : [neutral - farthest, neutral + farthest];
  const [lowText, highText] = ends.map((end) => valueText(end, wording));
  return (
    <p className={styles['legend']}>
      <span className={styles['range']}>
        {lowText === highText ? (
          describeScale(matrix, wording)
        ) : (
          <>
            {neutral === null
              ? 'Stronger colours mean higher values'
              : describeSides(neutral, wording)}
            : {lowText}
            <span
              className={styles['scale']}
              data-two-sided={neutral !== null || undefined}
              aria-hidden="true"
            />
            <VisuallyHidden>to</VisuallyHidden> {highText}
          </>
        )}
      </span>
      <span>
        All lines share one scale, {valueText(valueRange[0], wording)} to{' '}
        {valueText(valueRange[1], wording)}
      </span>
      {matrix.isCompared && (
        <>
          <span>{scatterMark} within the usual scatter</span>
          <span>{changedMark} measured differently</span>
        </>
      )}
      <span className={styles['keys']}>
        Arrow keys move between cells{hasTimelinePage && '; Enter opens a cell’s timeline'}
      </span>
    </p>
  );
}

/** Loaded on demand: not every service counts answers. */
const ExploratoryMark = lazy(() =>
  import('../comparison/exploratory-mark.tsx').then(
    ({ ExploratoryMark }) => ({ default: ExploratoryMark }),
    () => ({ default: () => null }),
  ),
);

interface MatrixCardProps {
  search: TimelineSearch;
  request: TimelineRequest;
  matrix: Matrix;
  metric: string;
  /** Null if no periods are compared. */
  comparison: PeriodComparison | null;
  wording: Wording;
  /** The heading, which starts with the name of the brand that the figures describe, if it is known. */
  title: string;
  /** The name of the grid. */
  name: string;
}

/** The grid of a matrix, below its title and the compared periods, and above its legend. */
export function MatrixCard(props: MatrixCardProps) {
  const { search, request, matrix, comparison, wording, title, name } = props;
  const hasCounts = useCapability('counts');
  const definition = definitionOf(props.metric);
  return (
    <Card>
      <div className={styles['heading']}>
        <h2>{title}</h2>
        {definition && (
          <DefinitionButton {...definition} others={[...definition.others, verdictDefinition]} />
        )}
      </div>
      {comparison && (
        <div className={pageStyles['basis']} data-counted={hasCounts || undefined}>
          {capitalise(describePeriods(comparison, wording.locale))}
          {hasCounts && (
            <Suspense>
              <ExploratoryMark
                request={request}
                slices={comparison.slices}
                cellCount={matrix.rows.reduce((sum, { cells }) => sum + cells.size, 0)}
              />
            </Suspense>
          )}
        </div>
      )}
      <div className={styles['skip']}>
        <SkipLink to={elementIds.afterMatrix}>Skip matrix</SkipLink>
      </div>
      <section className={styles['scroller']} aria-label="Matrix">
        <MatrixGrid {...{ search, matrix, wording, name }} />
      </section>
      <div id={elementIds.afterMatrix} tabIndex={-1}>
        <Legend matrix={matrix} wording={wording} />
      </div>
    </Card>
  );
}

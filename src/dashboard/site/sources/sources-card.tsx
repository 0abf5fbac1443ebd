import { lazy, Suspense, useDeferredValue, useId, useMemo, useState } from 'react';
import { describePeriods } from '../../../figures/comparison/period-names.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { capitalise } from '../../../figures/text/capitalise.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import barStyles from '../controls/bar.module.css';
import { columnsIn, readOrder, sortRows } from '../layout/columns.ts';
import pageStyles from '../layout/page.module.css';
import type { TimelineRequest } from '../search/search.ts';
import { domainColumns, type SourcesContext } from './columns.tsx';
import type { ShownMoves } from './domain-moves.ts';
import { countNotNaming, filterDomains, listNames, lists } from './lists.ts';
import type { Sources } from './model.ts';
import styles from './sources.module.css';
import { defaultOrderOf, type SourcesView } from './sources-search.ts';
import { SourcesTable } from './sources-table.tsx';
import { explanationOf } from './words.ts';

const listOptions = lists.map((value) => ({ value, label: listNames[value] }));
const ownerOptions = [
  { value: 'any', label: 'All' },
  { value: 'own', label: 'Own' },
  { value: 'competitor', label: 'Competitors' },
  { value: 'third', label: 'Third parties' },
] as const;

/** Loaded on demand: not every service counts answers. */
const ExploratoryMark = lazy(() =>
  import('../comparison/exploratory-mark.tsx').then(
    ({ ExploratoryMark }) => ({ default: ExploratoryMark }),
    () => ({ default: () => null }),
  ),
);

/** Names the compared periods, and says whether the verdicts are exploratory. */
function ComparedPeriods({ moves, request }: { moves: ShownMoves; request: TimelineRequest }) {
  const hasCounts = useCapability('counts');
  if (moves === null) return null;
  return (
    <div className={`${pageStyles['basis']} ${styles['periods']}`}>
      {typeof moves !== 'string' && (
        <>
          {capitalise(describePeriods(moves, pageLocale()))}
          {hasCounts && (
            <Suspense>
              <ExploratoryMark request={request} slices={moves.slices} cellCount={1} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}

interface SourcesCardProps {
  sources: Sources;
  moves: ShownMoves;
  /** The request of the comparison. */
  request: TimelineRequest;
  view: SourcesView;
  onView: (view: SourcesView) => void;
  /** The tracked brand's name, or “the tracked brand” if it is unknown. */
  brandName: string;
}

/** The table of domains, with controls to choose a list and an owner, and a search field. */
export function SourcesCard(props: SourcesCardProps) {
  const { sources, moves, request, view, onView, brandName } = props;
  const [typedWords, setTypedWords] = useState('');
  const searchWords = useDeferredValue(typedWords);
  const field = useId();
  const { owner, order } = view;
  // Without a tracked brand, there are no own domains, and no answer can name the brand.
  const list = sources.trackedBrand ? view.list : 'all';
  const { context, shownDomains } = useMemo(() => {
    const domains = filterDomains(sources.domains, { list, owner, searchWords });
    const largestWithout = domains.reduce(
      (largest, domain) => Math.max(largest, countNotNaming(domain) ?? 0),
      0,
    );
    const context: SourcesContext = { sources, list, moves, largestWithout };
    const readableOrder = readOrder(order, columnsIn(domainColumns, context));
    return { context, shownDomains: sortRows(domains, readableOrder, context, pageLocale()) };
  }, [sources, list, owner, searchWords, order, moves]);
  const explanation = explanationOf(list, brandName);
  const totalText = countWithNoun(sources.domains.length, 'domain', 'domains', pageLocale());
  return (
    <Card>
      <div className={pageStyles['skeleton']}>
        <div className={pageStyles['controls']}>
          {sources.trackedBrand && (
            <SegmentedControl
              legend="List"
              options={listOptions}
              value={list}
              onChange={(next) =>
                onView({
                  ...view,
                  list: next,
                  owner: null,
                  order: order === defaultOrderOf(list) ? defaultOrderOf(next) : order,
                })
              }
            />
          )}
          {list !== 'citedNotNamed' && (
            <SegmentedControl
              legend="Owner"
              options={ownerOptions.filter(
                ({ value }) => value !== 'own' || (list === 'all' && sources.trackedBrand !== null),
              )}
              value={owner ?? 'any'}
              onChange={(next) => onView({ ...view, owner: next === 'any' ? null : next })}
            />
          )}
          <div className={`${barStyles['field']} ${styles['search']}`}>
            <label htmlFor={field} className={barStyles['label']}>
              Search domains
            </label>
            <input
              id={field}
              type="search"
              placeholder="Find a domain"
              className={barStyles['input']}
              value={typedWords}
              onChange={(event) => setTypedWords(event.currentTarget.value)}
            />
          </div>
        </div>
        <ComparedPeriods {...{ moves, request }} />
        {explanation && <p className={pageStyles['basis']}>{explanation}</p>}
        <p className={pageStyles['basis']} role="status">
          {shownDomains.length < sources.domains.length
            ? `${countText(shownDomains.length, pageLocale())} of ${totalText}`
            : totalText}
          {sources.unlistedCount > 0 &&
            ` · ${countWithNoun(sources.unlistedCount, 'domain', 'domains', pageLocale())} cited less often ${sources.unlistedCount === 1 ? 'is' : 'are'} not listed`}
        </p>
        {shownDomains.length > 0 ? (
          <SourcesTable
            {...context}
            order={order}
            domains={shownDomains}
            onOrder={(next) => onView({ ...view, order: next })}
            onOpen={(domain) => onView({ ...view, domain })}
          />
        ) : (
          <p className={pageStyles['empty']}>
            {searchWords.trim() === ''
              ? 'There are no domains in this list.'
              : `No matches for “${searchWords.trim()}”.`}
          </p>
        )}
      </div>
    </Card>
  );
}

import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import barStyles from '../controls/bar.module.css';
import { counted, countText } from '../report/figures.ts';
import pageStyles from '../timeline/timeline-page.module.css';
import { filterDomains, listNames, lists, sortDomains } from './lists.ts';
import type { Sources } from './model.ts';
import type { SourcesView } from './sources-search.ts';
import { SourcesTable } from './sources-table.tsx';
import { explanationOf } from './words.ts';

const listOptions = lists.map((value) => ({ value, label: listNames[value] }));
const ownerOptions = [
  { value: 'any', label: 'All' },
  { value: 'own', label: 'Own' },
  { value: 'competitor', label: 'Competitors' },
  { value: 'third', label: 'Third parties' },
] as const;

interface SourcesCardProps {
  sources: Sources;
  view: SourcesView;
  onView: (view: SourcesView) => void;
  /** What the tracked brand is called. */
  us: string;
}

/** The domains as a table, with the choice of a list and an owner, and a search. */
export function SourcesCard({ sources, view, onView, us }: SourcesCardProps) {
  const [typed, setTyped] = useState('');
  const find = useDeferredValue(typed);
  const field = useId();
  const { owner, order } = view;
  // Without a tracked brand there are no own domains, and no brand to name.
  const list = sources.tracked ? view.list : 'all';
  const shown = useMemo(
    () => sortDomains(filterDomains(sources.domains, { list, owner, find }), order, list),
    [sources, list, owner, find, order],
  );
  const explanation = explanationOf(list, us);
  const all = counted(sources.domains.length, 'domain', 'domains', undefined);
  return (
    <Card>
      <div className={pageStyles['skeleton']}>
        <div className={pageStyles['controls']}>
          {sources.tracked && (
            <Segmented
              legend="List"
              options={listOptions}
              value={list}
              onChange={(next) => onView({ ...view, list: next, owner: null })}
            />
          )}
          {list !== 'citedNotNamed' && (
            <Segmented
              legend="Owner"
              options={ownerOptions.filter(
                ({ value }) => value !== 'own' || (list === 'all' && sources.tracked !== null),
              )}
              value={owner ?? 'any'}
              onChange={(next) => onView({ ...view, owner: next === 'any' ? null : next })}
            />
          )}
          <div className={barStyles['field']}>
            <label htmlFor={field} className={barStyles['label']}>
              Search domains
            </label>
            <input
              id={field}
              type="search"
              placeholder="Find a domain"
              className={barStyles['input']}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
        </div>
        {explanation && <p className={pageStyles['basis']}>{explanation}</p>}
        <p className={pageStyles['basis']} role="status">
          {shown.length < sources.domains.length
            ? `${countText(shown.length, undefined)} of ${all}`
            : all}
          {sources.more > 0 &&
            ` · ${counted(sources.more, 'domain', 'domains', undefined)} cited less often ${sources.more === 1 ? 'is' : 'are'} not listed`}
        </p>
        {shown.length > 0 ? (
          <SourcesTable
            {...{ sources, list, order }}
            domains={shown}
            onOrder={(next) => onView({ ...view, order: next })}
            onOpen={(domain) => onView({ ...view, domain })}
          />
        ) : (
          <p className={pageStyles['empty']}>
            {find.trim() === ''
              ? 'There are no domains in this list.'
              : `No matches for “${find.trim()}”.`}
          </p>
        )}
      </div>
    </Card>
  );
}

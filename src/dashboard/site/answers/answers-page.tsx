import { Suspense, useCallback, useMemo } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import { toModel } from '../../../figures/series/model.ts';
import { isNotFound } from '../../api/errors.ts';
import { useHasTimeline } from '../../app/session/share-overrides.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { Card } from '../../ui/card.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { FilterPanel } from '../controls/filter-panel.tsx';
import pageStyles from '../layout/page.module.css';
import { PageActions } from '../layout/page-actions.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { PageNotices } from '../layout/page-notices.tsx';
import { SiteHeading } from '../layout/site-heading.tsx';
import { SiteTabs } from '../layout/site-tabs.tsx';
import { useRefusedParameters } from '../layout/use-refused-parameters.ts';
import { isNarrowed, withoutFilters } from '../search/filters.ts';
import { withDates, writeSearch } from '../search/search.ts';
import { usePageSearch, useTimelineSearch } from '../search/use-page-search.ts';
import { useReport } from '../use-report.ts';
import { AnswerChips } from './answer-chips.tsx';
import { AnswerList } from './answer-list.tsx';
import { AnswerPane } from './answer-pane.tsx';
import styles from './answers.module.css';
import { AnswersControls } from './answers-controls.tsx';
import {
  type AnswersSearch,
  answerCriteriaOf,
  answersPage,
  brandRequestOf,
  writeAnswersSearch,
} from './answers-search.ts';
import { useNames } from './names.ts';
import { useAnswers } from './use-answers.ts';

import { useSteps } from './use-steps.ts';

/** Loaded on demand, with the code that compares words. */
const AnswerComparison = lazyPart(
  async () => (await import('./answer-comparison.tsx')).AnswerComparison,
);

/** From this width and in print, the chosen answer is part of the page; otherwise it opens over the page. */
const wideMediaQuery = '(min-width: 70rem), print';

const noChosenAnswer = { answer: null, beside: null };
const emptyAnswersSearch: AnswersSearch = {
  q: null,
  mentions: [],
  mentionsNot: [],
  domain: [],
  citedPage: [],
  scanId: null,
  ...noChosenAnswer,
};

/** Whether words, brands, domains or a scan narrow the answers. */
const hasAnswerCriteria = (answersSearch: AnswersSearch): boolean =>
  Object.keys(writeAnswersSearch({ ...answersSearch, ...noChosenAnswer })).length > 0;

/** The page for a service that does not list answers, without anything to filter or search. */
function UnavailableAnswers() {
  const { search } = useTimelineSearch();
  return (
    <div className={pageStyles['page']}>
      <SiteHeading />
      <SiteTabs search={search} />
      <Notice>This service does not list answers.</Notice>
    </div>
  );
}

/** A site's answers: a list, and the chosen one in full. Filters, dates and the chosen answer are in the URL. */
export function AnswersPage() {
  return useCapability('answers') ? <ListedAnswers /> : <UnavailableAnswers />;
}

function ListedAnswers() {
  const pageSearch = usePageSearch(answersPage);
  const { dropped, search, view: answersSearch, onSearch, correct, onBoth } = pageSearch;
  const onAnswersSearch = pageSearch.onView;
  const { zone } = useZoneChoice(search.zone);
  const isWide = useMedia(wideMediaQuery);
  const today = utcDay(Date.now());
  const request = brandRequestOf(search, today);
  const shown = useReport(request, null, { isEnabled: useHasTimeline() });
  const refused = useRefusedParameters(shown, search, correct);
  const { report } = shown;
  const isNotFoundShown = isNotFound(shown.error);
  const names = useNames(report?.brand, report === null && shown.isLoading);
  const criteria = answerCriteriaOf(search, answersSearch, today);
  const { query, answers, total } = useAnswers(criteria);
  const model = useMemo(() => report && toModel(report, zone), [report, zone]);
  const wording = useMemo(
    () => ({ zone, unit: undefined, locale: pageLocale(), decimals: 1 }),
    [zone],
  );
  const chosenId = answersSearch.answer ?? (isWide ? (answers[0]?.id ?? null) : null);
  const onAnswer = useCallback(
    // Each step replaces the previous one in the history, so that going back leads to the list.
    (answer: string) => onAnswersSearch({ ...answersSearch, answer }, { replace: true }),
    [onAnswersSearch, answersSearch],
  );
  const steps = useSteps({ answers, query, total, chosenId, onAnswer });
  const onWords = useCallback(
    (q: string | null) =>
      onAnswersSearch({ ...answersSearch, ...noChosenAnswer, q }, { replace: true }),
    [onAnswersSearch, answersSearch],
  );
  const changeCriteria = (next: AnswersSearch) => onAnswersSearch({ ...next, ...noChosenAnswer });
  const listSearch = useMemo(
    () => ({
      ...writeSearch(search),
      ...writeAnswersSearch({ ...answersSearch, ...noChosenAnswer }),
    }),
    [search, answersSearch],
  );
  const filterProps = { search, onSearch };
  const pane = chosenId !== null && (
    <AnswerPane
      {...{ names, zone, steps }}
      answerId={chosenId}
      onCompare={(beside) => onAnswersSearch({ ...answersSearch, answer: chosenId, beside })}
    />
  );
  const { beside } = answersSearch;
  const comparison = chosenId !== null && beside !== null && (
    <Suspense>
      <AnswerComparison
        {...{ names, zone }}
        answerId={chosenId}
        kind={beside}
        onClose={() => onAnswersSearch({ ...answersSearch, beside: null })}
      />
    </Suspense>
  );
  return (
    <div className={pageStyles['workspace']}>
      <FilterPanel {...filterProps} />
      <div className={pageStyles['page']}>
        <PageHeader
          {...{ request, model, wording, report }}
          isOld={shown.isOld}
          actions={
            <PageActions
              {...{ search, onSearch, zone, today }}
              pageParameters={writeAnswersSearch(answersSearch)}
            />
          }
        />
        <SiteTabs search={search} />
        <AnswersControls
          {...{ search, onSearch, answersSearch, names, zone, onWords }}
          onAnswersSearch={changeCriteria}
        />
        <AnswerChips {...{ answersSearch, names, zone }} onAnswersSearch={changeCriteria} />
        <FilterChips
          {...filterProps}
          onClearPage={
            hasAnswerCriteria(answersSearch)
              ? () => onBoth(withoutFilters(search), emptyAnswersSearch)
              : null
          }
        />
        <PageNotices
          {...{ search, dropped, refused, shown, request }}
          current={shown.isOld ? null : report}
          renderFailure={(error) => (
            <Failure
              title="The scans of this site could not be loaded"
              error={error}
              onRetry={shown.retry}
            />
          )}
          stillShownText={null}
        />
        {isWide && comparison}
        <div className={styles['columns']} hidden={isWide && comparison !== false}>
          <AnswerList
            {...{ answers, query, total, criteria, names, zone, chosenId }}
            search={listSearch}
            isNotFoundShown={isNotFoundShown}
            onClear={
              hasAnswerCriteria(answersSearch) || isNarrowed(search)
                ? () => onBoth(withDates(withoutFilters(search), {}), emptyAnswersSearch)
                : null
            }
          />
          {isWide && pane && !comparison && (
            <Card
              className={styles['pane']}
              data-opened={answersSearch.answer !== null || undefined}
            >
              {pane}
            </Card>
          )}
        </div>
        {!isWide && pane && (
          <Drawer
            title="Answer"
            onClose={() => onAnswersSearch({ ...answersSearch, ...noChosenAnswer })}
          >
            {comparison || pane}
          </Drawer>
        )}
      </div>
    </div>
  );
}

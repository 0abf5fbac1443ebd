import { useRef, useState } from 'react';
import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { isNotFound } from '../../api/errors.ts';
import { continuationOf, explainIncompleteList } from '../../api/paging.ts';
import type { AnswerCriteria } from '../../api/sightline/answers.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { LoadMore } from '../../ui/growing-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import pageStyles from '../layout/page.module.css';
import type { WrittenSearch } from '../search/search.ts';
import { AnswerRow } from './answer-row.tsx';
import styles from './answers.module.css';
import { describeAnswers } from './count-sentence.ts';
import type { Names } from './names.ts';
import type { AnswersResult } from './use-answers.ts';

const noun = { many: 'answers' };
/** Milliseconds before the old list is dimmed while a new one loads. */
const dimDelay = 150;

function ListSkeleton() {
  return (
    <Loading label="Loading answers">
      <Card className={styles['rows']}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className={styles['blank']}>
            <Block width="70%" height="1rem" />
            <Block width="85%" height="0.8rem" />
            <Block width="95%" height="0.8rem" />
            <Block width="40%" height="0.8rem" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}

/** Shown when no answers match, with a button to clear the choices if there are any. */
function NoAnswers({ onClear }: { onClear: (() => void) | null }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <Card>
      <div ref={box} className={pageStyles['empty']}>
        <p>
          {onClear
            ? 'No answers match the search, filters and dates.'
            : 'This site has no answers yet.'}
        </p>
        {onClear && <Button onClick={onClear}>Clear the search, filters and dates</Button>}
      </div>
    </Card>
  );
}

/** "50 answers loaded, more available", or "more may exist". */
const describeLoaded = (loaded: number, isCutShort: boolean): string =>
  `${countWithNoun(loaded, 'answer', 'answers', pageLocale())} loaded, more ${isCutShort ? 'may exist' : 'available'}`;

/** The text, or the last one that was not about to change. */
function useSettled(text: string, isChanging: boolean): string {
  const [settledText, setSettledText] = useState(text);
  if (!isChanging && text !== settledText) setSettledText(text);
  return isChanging ? settledText : text;
}

type CountProps = Pick<AnswerListProps, 'answers' | 'query' | 'total' | 'criteria' | 'names'> & {
  isCutShort: boolean;
};

/** How many answers match. While others load, this stays true of those that the list still shows. */
function Count({ answers, query, total, criteria, names, isCutShort }: CountProps) {
  const text = useSettled(
    total === null
      ? describeLoaded(answers.length, isCutShort)
      : describeAnswers(total, criteria, names),
    query.isPlaceholderData,
  );
  return (
    <p className={styles['count']} role="status">
      <bdi>{text}</bdi>
      {total !== null && total > answers.length && (
        <span className={pageStyles['printedOnly']}>, {answers.length} printed</span>
      )}
    </p>
  );
}

interface AnswerListProps {
  answers: readonly ListedAnswer[];
  query: AnswersResult;
  /** The number of answers, loaded or not; null if unknown. */
  total: number | null;
  criteria: AnswerCriteria;
  names: Names;
  zone: string;
  chosenId: string | null;
  /** The address's search parameters, without a chosen answer. */
  search: WrittenSearch;
  /** Whether the page already shows that the site, or a brand in the filters, was not found. */
  isNotFoundShown: boolean;
  /** Clears all filters and choices; null if there are none. */
  onClear: (() => void) | null;
}

/** The answers that the filters select; more pages load on scroll. */
export function AnswerList(props: AnswerListProps) {
  const {
    answers,
    query,
    total,
    criteria,
    names,
    zone,
    chosenId,
    search,
    isNotFoundShown,
    onClear,
  } = props;
  const { data, error, isPlaceholderData, isFetching, refetch } = query;
  const isDim = useDelayed(isPlaceholderData, dimDelay);
  if (!data) {
    // A 404 that the page does not already show means that the endpoint, or a brand in `mentions` or `mentionsNot`, was
    // not found.
    const isErrorShown = isNotFound(error) && isNotFoundShown;
    if (error && !isErrorShown) {
      return (
        <Failure
          title="The answers could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      );
    }
    return error ? null : <ListSkeleton />;
  }
  // Rows would change their height when the names in them arrive.
  if (names.isLoading) return <ListSkeleton />;
  const incompleteReason = explainIncompleteList(continuationOf(data), noun.many);
  return (
    <div className={pageStyles['report']} data-dim={isDim || undefined} aria-busy={isFetching}>
      {isPlaceholderData && <ProgressLine label="Loading answers" />}
      {query.isRefetchError && (
        <Failure
          title="The answers could not be refreshed"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {incompleteReason !== null && <Notice tone="warn">{incompleteReason}</Notice>}
      <Count
        {...{ answers, query, total, criteria, names }}
        isCutShort={incompleteReason !== null}
      />
      {answers.length === 0 && !query.hasNextPage && <NoAnswers onClear={onClear} />}
      {answers.length > 0 && (
        <Card className={styles['rows']}>
          <ul aria-label="Answers">
            {answers.map((answer) => (
              <li key={answer.id}>
                <AnswerRow
                  answer={answer}
                  names={names}
                  zone={zone}
                  isChosen={answer.id === chosenId}
                  search={search}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {query.hasNextPage && !isPlaceholderData && (
        <LoadMore query={{ ...query, data }} isEager noun={noun} />
      )}
    </div>
  );
}

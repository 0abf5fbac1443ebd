import { useQueries, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Answer, ListedAnswer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { answerQuery, type ShownAnswer } from '../../api/sightline/answers.ts';
import { comparableAnswersQuery } from '../../api/sightline/comparable-answers.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import styles from './answer-comparison.module.css';
import { scanTimeOf, shortScanTimeOf } from './answer-words.ts';
import {
  type ComparisonKind,
  comparableCriteriaOf,
  selectColumnAnswers,
  selectComparableAnswers,
  selectInitialAnswers,
} from './answers-to-compare.ts';
import { ComparedAnswer } from './compared-answer.tsx';
import type { Names } from './names.ts';

const titles: Record<ComparisonKind, string> = {
  platforms: 'Same prompt in this scan',
  scans: 'Same prompt over time',
};
const emptyTexts: Record<ComparisonKind, string> = {
  platforms: 'This scan has no other answer to this prompt.',
  scans: 'No other scan has an answer to this prompt on this platform in this region.',
};

/** "ChatGPT · Germany · run 2": the platform, with the region and run if they differ from those of `base`. */
function describeInScan(
  { platform, region, run }: ListedAnswer,
  base: Answer,
  names: Names,
): string {
  const parts = [names.platformOf(platform)];
  if (region !== base.region) parts.push(names.regionOf(region));
  if (run !== null && run !== base.run) parts.push(`run ${run}`);
  return parts.join(' · ');
}

interface ColumnChoiceProps {
  offeredAnswers: readonly ListedAnswer[];
  /** The ID of the answer in this column. */
  chosenId: string;
  nameOf: (answer: ListedAnswer) => string;
  onChoose: (id: string) => void;
}

/** A menu for choosing the answer in a column. */
function ColumnChoice({ offeredAnswers, chosenId, nameOf, onChoose }: ColumnChoiceProps) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>Compare with</label>
      <select
        id={id}
        value={chosenId}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {offeredAnswers.map((answer) => (
          <option key={answer.id} value={answer.id}>
            {nameOf(answer)}
          </option>
        ))}
      </select>
    </div>
  );
}

function ColumnSkeleton() {
  return (
    <Loading label="Loading an answer">
      <Block width="100%" height="12rem" />
    </Loading>
  );
}

interface ColumnsProps extends AnswerComparisonProps {
  base: ShownAnswer;
  others: readonly ListedAnswer[];
}

function Columns({ kind, base, others, names, zone }: ColumnsProps) {
  const { siteId } = useSite();
  const [chosenIds, setChosenIds] = useState(() =>
    selectInitialAnswers(base, kind, others).map(({ id }) => id),
  );
  const shownIds = selectColumnAnswers(base, kind, others, chosenIds).map(({ id }) => id);
  const [isMarked, setMarked] = useState(true);
  const answerResults = useQueries({ queries: shownIds.map((id) => answerQuery(siteId, id)) });
  const nameOf = (answer: ListedAnswer) =>
    kind === 'platforms'
      ? describeInScan(answer, base, names)
      : shortScanTimeOf(answer.completedAt, zone, Date.now());
  return (
    <>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          checked={isMarked}
          onChange={({ target }) => setMarked(target.checked)}
        />
        Mark differences: <ins>added</ins> <del>removed</del>
      </label>
      <div className={styles['columns']}>
        <Card>
          <ComparedAnswer
            answer={base}
            base={null}
            {...{ names, isMarked }}
            title={<h3>{nameOf(base)}</h3>}
          />
        </Card>
        {answerResults.map(({ data, error, refetch }, index) => (
          <Card key={shownIds[index]}>
            {data && (
              <ComparedAnswer
                answer={data}
                {...{ base, names, isMarked }}
                title={
                  <ColumnChoice
                    // Answers shown in other columns are not offered.
                    offeredAnswers={others.filter(
                      ({ id }) => id === data.id || !shownIds.includes(id),
                    )}
                    nameOf={nameOf}
                    chosenId={data.id}
                    onChoose={(id) => setChosenIds(shownIds.with(index, id))}
                  />
                }
              />
            )}
            {!data && !error && <ColumnSkeleton />}
            {!data && error && (
              <Failure
                title="The answer could not be loaded"
                error={error}
                onRetry={() => void refetch()}
              />
            )}
          </Card>
        ))}
      </div>
    </>
  );
}

/** Loads and shows the answers to compare with. */
function OtherAnswers(props: AnswerComparisonProps & { base: ShownAnswer }) {
  const { siteId } = useSite();
  const { kind, base } = props;
  const query = comparableAnswersQuery({ siteId, request: comparableCriteriaOf(base, kind) });
  const { data, error, refetch } = useQuery(query);
  if (!data && error) {
    return (
      <Failure
        title="The answers to compare with could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <ColumnSkeleton />;
  const others = selectComparableAnswers(base, kind, data.answers);
  return (
    <>
      {data.hasMore && (
        <Notice>
          Only the first {countWithNoun(data.answers.length, 'answer', 'answers', pageLocale())} to
          this prompt can be chosen; there are more.
        </Notice>
      )}
      {others.length === 0 ? (
        !data.hasMore && <p className={styles['quiet']}>{emptyTexts[kind]}</p>
      ) : (
        <Columns {...props} others={others} />
      )}
    </>
  );
}

interface AnswerComparisonProps {
  /** The answer that the others are compared with. */
  answerId: string;
  kind: ComparisonKind;
  names: Names;
  zone: string;
  onClose: () => void;
}

/** Shows an answer beside those of other platforms or other scans, with the differences marked. */
export function AnswerComparison(props: AnswerComparisonProps) {
  const { siteId } = useSite();
  const { answerId, kind, names, zone, onClose } = props;
  const { data, error, refetch } = useQuery(answerQuery(siteId, answerId));
  return (
    <section className={styles['beside']} aria-label={titles[kind]}>
      <div className={styles['head']}>
        <div>
          <h2>{titles[kind]}</h2>
          {data && (
            <p className={styles['quiet']}>
              <bdi>{data.prompt}</bdi> · {names.regionOf(data.region)} ·{' '}
              {kind === 'platforms'
                ? scanTimeOf(data.completedAt, zone)
                : names.platformOf(data.platform)}
            </p>
          )}
        </div>
        <Button onClick={onClose}>Back to the answer</Button>
      </div>
      {data && <OtherAnswers key={`${kind} ${answerId}`} {...props} base={data} />}
      {!data && !error && <ColumnSkeleton />}
      {!data && error && (
        <Failure
          title="The answer could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

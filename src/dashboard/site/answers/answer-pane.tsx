import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense, useId, useMemo } from 'react';
import type { Answer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { answerQuery, type ShownAnswer } from '../../api/sightline/answers.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { Failure } from '../../ui/failure.tsx';
import { Folded } from '../../ui/folded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSite } from '../../use-site.ts';
import {
  contextLineOf,
  describeCut,
  placeText,
  shortScanTimeOf,
  wholeProvenanceOf,
} from './answer-words.ts';
import styles from './answers.module.css';
import type { ComparisonKind } from './answers-to-compare.ts';
import { kindNames, MarkedBrandsContext } from './brand-mark.tsx';
import { Citations } from './citations.tsx';
import { MarkLabels } from './mark-label.tsx';
import type { Names } from './names.ts';
import type { Steps } from './use-steps.ts';

/** Loaded on demand, since the list does not need the Markdown parser. */
const AnswerText = lazyPart(async () => (await import('./answer-text.tsx')).AnswerText);

function TextSkeleton() {
  return (
    <Loading label="Loading the answer">
      <div className={styles['blocks']}>
        {['95%', '88%', '92%', '60%'].map((width) => (
          <Block key={width} width={width} height="1rem" />
        ))}
      </div>
    </Loading>
  );
}

/** How many searches are listed before the others are folded. */
const shownQueries = 5;

function QueryList({ queries }: { queries: readonly string[] }) {
  return (
    <ul className={styles['queries']}>
      {queries.map((query) => (
        <li key={query}>
          <bdi>{query}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** What the platform searched for to give an answer, each search once; nothing if that is unknown. */
function Queries({ answer }: { answer: Answer }) {
  const queries = [...new Set(answer.queries)];
  if (queries.length === 0) return null;
  const folded = queries.slice(shownQueries);
  return (
    <section className={styles['part']}>
      <h3>Searched for</h3>
      <QueryList queries={queries.slice(0, shownQueries)} />
      {folded.length > 0 && (
        <Folded
          summary={countWithNoun(folded.length, 'more search', 'more searches', pageLocale())}
        >
          <QueryList queries={folded} />
        </Folded>
      )}
    </section>
  );
}

/** The legend of the marks: the brands that an answer names, in order of appearance. */
function Brands({
  answer,
  names,
  idOf,
}: {
  answer: Answer;
  names: Names;
  idOf: (id: string) => string;
}) {
  const { mentions, text } = answer;
  if (mentions.length === 0) return <p className={styles['quiet']}>No brands named.</p>;
  return (
    <section className={styles['part']}>
      <h3>Brands named</h3>
      <ul className={styles['brands']}>
        {mentions.map((mention) => {
          const { brandId, sentiment } = mention;
          const place = placeText(mention);
          const { id, name, kind } = names.brandOf(brandId);
          const facts = [
            ...(kind === null ? [] : [kindNames[kind]]),
            ...(place === null ? [] : [`named ${place}`]),
            ...(sentiment === null ? [] : [`sentiment ${Math.round(sentiment)}`]),
          ];
          return (
            <li key={id}>
              <span id={idOf(id)}>
                <span className={text === null ? undefined : styles['sample']} data-kind={kind}>
                  <bdi>{name}</bdi>
                </span>{' '}
                <small>{facts.join(', ')}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface WholeAnswerProps extends Pick<AnswerPaneProps, 'names' | 'onCompare'> {
  answer: ShownAnswer;
}

function WholeAnswer({ answer, names, onCompare }: WholeAnswerProps) {
  const prefix = useId();
  const markedBrands = useMemo(
    () => ({ brandOf: names.brandOf, descriptionIdOf: (id: string) => `${prefix}${id}` }),
    [names, prefix],
  );
  // All parts wait for the code of the text, which would move those below it.
  return (
    <Suspense fallback={<TextSkeleton />}>
      {answer.isTextCut && <p className={styles['quiet']}>{describeCut()}</p>}
      {answer.text === null ? (
        <p className={styles['quiet']}>The text of this answer is not stored.</p>
      ) : (
        <MarkedBrandsContext value={markedBrands}>
          <MarkLabels>
            <AnswerText text={answer.text} marks={answer.marks} />
          </MarkLabels>
        </MarkedBrandsContext>
      )}
      <Brands answer={answer} names={names} idOf={markedBrands.descriptionIdOf} />
      <Queries answer={answer} />
      <Citations answer={answer} names={names} />
      <div className={styles['compareButtons']}>
        <Button onClick={() => onCompare('platforms')}>Same prompt in this scan</Button>
        <Button onClick={() => onCompare('scans')}>Same prompt over time</Button>
      </div>
    </Suspense>
  );
}

/** Buttons for the previous and next answer; announces the position in the list to screen readers. */
function StepButtons({ onPrevious, onNext, position }: Steps) {
  return (
    <div className={styles['steps']}>
      <Button
        id={elementIds.previousAnswer}
        aria-label="Previous answer"
        isUnavailable={!onPrevious}
        onClick={() => onPrevious?.()}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </Button>
      <Button
        id={elementIds.nextAnswer}
        aria-label="Next answer"
        isUnavailable={!onNext}
        onClick={() => onNext?.()}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
      <VisuallyHidden>
        <span role="status">{position}</span>
      </VisuallyHidden>
    </div>
  );
}

export interface AnswerPaneProps {
  answerId: string;
  names: Names;
  zone: string;
  steps: Steps;
  /** Opens a comparison with other answers to the same prompt, from the same scan or from other scans. */
  onCompare: (kind: ComparisonKind) => void;
}

/**
 * One complete answer: its text with marked brands, and its sources. Stays mounted when the answer changes, so that the
 * buttons keep the focus.
 */
export function AnswerPane(props: AnswerPaneProps) {
  const { siteId } = useSite();
  const { answerId, names, zone, steps, onCompare } = props;
  const { data, error, isPending, refetch } = useQuery(answerQuery(siteId, answerId));
  const provenance = data ? wholeProvenanceOf(data, names) : null;
  return (
    <article className={styles['answer']} aria-label="Answer" aria-busy={isPending}>
      <header className={styles['answerHead']}>
        <h2>
          {data ? (
            <bdi>{data.prompt || 'Prompt without text'}</bdi>
          ) : (
            <>
              <VisuallyHidden>Answer</VisuallyHidden>
              {isPending && <Block width="70%" height="1lh" />}
            </>
          )}
        </h2>
        <p className={styles['quiet']}>
          {data
            ? contextLineOf(data, names, shortScanTimeOf(data.completedAt, zone, Date.now()))
            : '\u00a0'}
          {provenance && (
            <>
              {' · '}
              <bdi>{provenance}</bdi>
            </>
          )}
        </p>
        <StepButtons {...steps} />
      </header>
      {steps.error && (
        <Failure
          title="More answers could not be loaded"
          error={steps.error}
          onRetry={() => steps.onNext?.()}
        />
      )}
      {isPending && <TextSkeleton />}
      {data && <WholeAnswer key={data.id} answer={data} {...{ names, onCompare }} />}
      {error && !data && (
        <Failure
          title="The answer could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </article>
  );
}

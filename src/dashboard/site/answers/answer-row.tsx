import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { pageLocale } from '../../locale.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { WrittenSearch } from '../search/search.ts';
import { contextLineOf, namesBrand, placeOfBrand, shortScanTimeOf } from './answer-words.ts';
import styles from './answers.module.css';
import { Excerpt } from './excerpt.tsx';
import type { Names } from './names.ts';

interface AnswerRowProps {
  answer: ListedAnswer;
  names: Names;
  zone: string;
  isChosen: boolean;
  /** The address's search parameters, without a chosen answer. */
  search: WrittenSearch;
}

/** An answer in the list: prompt, context, excerpt, brands and sources. A click anywhere in the row opens it. */
export const AnswerRow = memo((props: AnswerRowProps) => {
  const { answer, names, zone, isChosen, search } = props;
  const { prompt, mentions, sources } = answer;
  const place = placeOfBrand(answer, names.trackedBrand?.id ?? null);
  const isTrackedBrandNamed = namesBrand(answer, names.trackedBrand?.id ?? null);
  return (
    <div className={styles['row']} data-chosen={isChosen || undefined}>
      <Link
        to="."
        search={{ ...search, answer: answer.id }}
        resetScroll={false}
        className={styles['open']}
        aria-current={isChosen || undefined}
        data-answer={answer.id}
      >
        <bdi>{prompt || 'Prompt without text'}</bdi>
      </Link>
      <p className={styles['quiet']}>
        {contextLineOf(answer, names, shortScanTimeOf(answer.completedAt, zone, Date.now()))}
      </p>
      {answer.excerpt !== null && (
        <Excerpt text={answer.excerpt} mentions={mentions} names={names} />
      )}
      <p className={styles['facts']}>
        {isTrackedBrandNamed !== null && (
          <span className={styles['pill']} data-tone={isTrackedBrandNamed ? 'good' : undefined}>
            {isTrackedBrandNamed
              ? `names the brand${place === null ? '' : ` ${place}`}`
              : 'does not name the brand'}
          </span>
        )}
        {mentions.map(({ brandId, sentiment }) => (
          <span key={brandId} className={styles['named']}>
            <bdi>{names.brandOf(brandId).name}</bdi>
            {sentiment !== null && (
              <b>
                <VisuallyHidden>, sentiment </VisuallyHidden>
                {Math.round(sentiment)}
              </b>
            )}
          </span>
        ))}
        {sources !== null && (
          <span>{countWithNoun(sources, 'source', 'sources', pageLocale())}</span>
        )}
      </p>
    </div>
  );
});

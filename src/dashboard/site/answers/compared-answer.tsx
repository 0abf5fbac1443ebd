import { type ReactNode, Suspense, useMemo } from 'react';
import type { Answer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import type { ShownAnswer } from '../../api/sightline/answers.ts';
import { pageLocale } from '../../locale.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Block, Loading } from '../../ui/skeleton.tsx';
import styles from './answer-comparison.module.css';
import { describeCut, provenanceOf } from './answer-words.ts';
import type { Names } from './names.ts';
import { withoutMarkdown } from './without-markdown.ts';
import { type Comparison, compareWords, countWordsOfKind, type DiffPart } from './word-diff.ts';

const AnswerText = lazyPart(async () => (await import('./answer-text.tsx')).AnswerText);

const formatWordCount = (count: number) => countWithNoun(count, 'word', 'words', pageLocale());

/** "12 words added, 3 words removed.", or "The text is the same." */
function describeChanges(parts: readonly DiffPart[]): string {
  const addedCount = countWordsOfKind(parts, 'added');
  const removedCount = countWordsOfKind(parts, 'removed');
  if (parts.every(({ kind }) => kind === 'same')) return 'The text is the same.';
  return `${formatWordCount(addedCount)} added, ${formatWordCount(removedCount)} removed.`;
}

function Parts({ parts }: { parts: readonly DiffPart[] }) {
  return parts.map(({ kind, text, index }) => {
    if (kind === 'added') return <ins key={index}>{text}</ins>;
    if (kind === 'removed') return <del key={index}>{text}</del>;
    return text;
  });
}

function describeComparison(comparison: Comparison): string {
  if (comparison.kind === 'marked') return describeChanges(comparison.parts);
  return comparison.kind === 'different'
    ? 'These answers share too few words to mark the differences.'
    : 'These texts are too long and too different to compare word by word.';
}

/** An answer's text as its platform shows it. Brands are not marked, so that marks always mean differences here. */
function FormattedText({ text }: { text: string }) {
  const skeleton = (
    <Loading label="Loading the answer">
      <Block width="100%" height="12rem" />
    </Loading>
  );
  return (
    <Suspense fallback={skeleton}>
      <AnswerText text={text} marks={noMarks} />
    </Suspense>
  );
}

const noMarks: Answer['marks'] = [];

/** An answer's text, with its differences from another answer marked if the two have enough in common. */
function ComparedText({ text, baseText }: { text: string; baseText: string }) {
  const comparison = useMemo(
    () => compareWords(withoutMarkdown(baseText), withoutMarkdown(text)),
    [baseText, text],
  );
  return (
    <>
      <p className={styles['quiet']}>{describeComparison(comparison)}</p>
      {comparison.kind === 'marked' ? (
        <p className={styles['text']} dir="auto">
          <Parts parts={comparison.parts} />
        </p>
      ) : (
        <FormattedText text={text} />
      )}
    </>
  );
}

const brandIdsOf = ({ mentions }: Answer) => mentions.map(({ brandId }) => brandId.toLowerCase());

/** Shows which brands are named in only one of the two answers. */
function NamingDifference({ answer, base, names }: { answer: Answer; base: Answer; names: Names }) {
  const [answerIds, baseIds] = [brandIdsOf(answer), brandIdsOf(base)];
  const joinNames = (ids: readonly string[]) =>
    ids.map((id) => isolate(names.brandOf(id).name)).join(', ');
  const addedNames = joinNames(answerIds.filter((id) => !baseIds.includes(id)));
  const missingNames = joinNames(baseIds.filter((id) => !answerIds.includes(id)));
  if (addedNames === '' && missingNames === '')
    return <p className={styles['quiet']}>Names the same brands.</p>;
  return (
    <p className={styles['quiet']}>
      {addedNames !== '' && <>Also names {addedNames}. </>}
      {missingNames !== '' && <>Does not name {missingNames}.</>}
    </p>
  );
}

interface ComparedAnswerProps {
  answer: ShownAnswer;
  /** The answer to compare with; null in the column of that answer itself. */
  base: Answer | null;
  names: Names;
  /** Whether differing words are marked. */
  isMarked: boolean;
  /** A name, or a menu for choosing the answer. */
  title: ReactNode;
}

/** One of the answers that are compared side by side. */
export function ComparedAnswer({ answer, base, names, isMarked, title }: ComparedAnswerProps) {
  const provenance = provenanceOf(answer);
  const { text, mentions, sources } = answer;
  const brandNames = mentions.map(({ brandId }) => isolate(names.brandOf(brandId).name)).join(', ');
  return (
    <>
      {title}
      <p className={styles['quiet']}>
        {provenance && (
          <>
            <bdi>{provenance}</bdi>
            {sources !== null && ' · '}
          </>
        )}
        {sources !== null && countWithNoun(sources, 'source', 'sources', pageLocale())}
      </p>
      {base ? (
        <NamingDifference answer={answer} base={base} names={names} />
      ) : (
        <p className={styles['quiet']}>
          {brandNames === '' ? 'Names no brands.' : `Names ${brandNames}.`}
        </p>
      )}
      {answer.isTextCut && <p className={styles['quiet']}>{describeCut()}</p>}
      {text === null && <p className={styles['quiet']}>The text of this answer is not stored.</p>}
      {text !== null &&
        (isMarked && typeof base?.text === 'string' ? (
          <ComparedText text={text} baseText={base.text} />
        ) : (
          <FormattedText text={text} />
        ))}
    </>
  );
}

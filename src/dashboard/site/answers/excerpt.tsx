import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import styles from './answers.module.css';
import { findOccurrences } from './find-occurrences.ts';
import { type MarkRange, piecesOf, selectUsableMarks } from './marks.ts';
import type { Names } from './names.ts';

interface ExcerptProps {
  text: string;
  mentions: ListedAnswer['mentions'];
  names: Names;
}

/** Finds the names of the mentioned brands in an excerpt, since excerpts come without marks. */
const findMentions = ({ text, mentions, names }: ExcerptProps): MarkRange[] =>
  mentions.flatMap(({ brandId }) =>
    findOccurrences(text, names.brandOf(brandId).name).map((range) => ({ brandId, ...range })),
  );

/** A part of an answer's text, with brand names highlighted as in the full text. */
export function Excerpt(props: ExcerptProps) {
  const { text, names } = props;
  const pieces = piecesOf(text, 0, selectUsableMarks(findMentions(props), text.length));
  return (
    <p className={styles['excerpt']} dir="auto">
      {pieces.map((piece) =>
        piece.brandId === null ? (
          piece.text
        ) : (
          <span
            key={piece.start}
            className={styles['sample']}
            data-kind={names.brandOf(piece.brandId).kind}
          >
            {piece.text}
          </span>
        ),
      )}
    </p>
  );
}

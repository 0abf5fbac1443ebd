import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import styles from './answers.module.css';
import { type Place, piecesOf, usableMarks } from './marks.ts';
import type { Names } from './names.ts';

interface ExcerptProps {
  text: string;
  mentions: ListedAnswer['mentions'];
  names: Names;
}

/** Where the full names of the mentioned brands are in an excerpt, which has no marks of its own. */
function placesIn({ text, mentions, names }: ExcerptProps): Place[] {
  const folded = text.toLowerCase();
  // Lower-casing may change the length, which would shift the places.
  if (folded.length !== text.length) return [];
  return mentions.flatMap(({ brandId }) => {
    const name = names.brandOf(brandId).name.toLowerCase();
    const places: Place[] = [];
    let start = name === '' ? -1 : folded.indexOf(name);
    while (start !== -1) {
      places.push({ brandId, start, end: start + name.length });
      start = folded.indexOf(name, start + name.length);
    }
    return places;
  });
}

/** A part of an answer's text, with the names of brands emphasised as in the text. */
export function Excerpt(props: ExcerptProps) {
  const { text, names } = props;
  const pieces = piecesOf(text, 0, usableMarks(placesIn(props), text.length));
  return (
    <p className={styles['excerpt']} dir="auto">
      {pieces.map((piece) =>
        piece.brandId === null ? (
          piece.text
        ) : (
          <span
            key={piece.at}
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

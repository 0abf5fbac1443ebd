import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AnswerCount } from '../answer-count.tsx';
import { AnswersLink } from '../answers-link.tsx';
import type { CellKey } from './cell-key.ts';
import styles from './matrix.module.css';

interface CellAnswersProps {
  cellKey: CellKey;
  /** Whether the Tab key stops in this cell. */
  isActive: boolean;
  /** Whether to show the number of answers, which takes a request. */
  isCountShown: boolean;
}

/** A link to the answers of a cell. */
export function CellAnswers({
  cellKey: { platform, region },
  isActive,
  isCountShown,
}: CellAnswersProps): ReactNode {
  const filterOverrides = {
    ...(platform === null ? {} : { platform: [platform] }),
    ...(region === null ? {} : { region: [region] }),
  };
  return (
    <AnswersLink
      filterOverrides={filterOverrides}
      className={styles['answers']}
      tabIndex={isActive ? 0 : -1}
    >
      <VisuallyHidden>Read the </VisuallyHidden>
      {isCountShown ? <AnswerCount narrowing={{ filterOverrides }} /> : 'answers'}
    </AnswersLink>
  );
}

import { Arrow, ChangeText, VerdictText } from './change.tsx';
import styles from './document.module.css';
import type { HeadlineSection, MovedSection } from './model.ts';

/** The change of the headline's figure with its verdict, the other figures, and what they are based on; or why there are none. */
export function HeadlineView({
  section: { figures, change, basis, note },
}: {
  section: HeadlineSection;
}) {
  if (note !== '') return <p>{note}</p>;
  const renderFigure = ({ value, name, remark }: HeadlineSection['figures'][number]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className={styles['value']}>{value}</dd>
      {remark && <dd className={styles['extra']}>{remark}</dd>}
    </div>
  );
  return (
    <>
      <dl className={styles['figures']}>
        {change && (
          <div>
            <dt>{change.name}</dt>
            <dd className={styles['value']}>
              {change.text === '' ? '–' : <ChangeText {...change} />}
            </dd>
            <dd className={styles['extra']}>
              <VerdictText {...change} />
              {change.isExploratory && ' · exploratory'}
            </dd>
          </div>
        )}
        {figures.map(renderFigure)}
      </dl>
      {basis !== '' && <p className={styles['basis']}>{basis}</p>}
    </>
  );
}

/** The largest real moves, one per line. */
export function MovedView({ section: { moves, note } }: { section: MovedSection }) {
  return (
    <>
      {moves.length > 0 && (
        <ul className={styles['moves']}>
          {moves.map(({ sentence, direction, tone }) => (
            <li key={sentence}>
              <span className={styles['change']} data-direction={direction} data-tone={tone}>
                <Arrow direction={direction} />
              </span>
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {note !== '' && <p>{note}</p>}
    </>
  );
}

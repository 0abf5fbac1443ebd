import { Arrow, ChangeText, VerdictText } from './change.tsx';
import styles from './document.module.css';
import type { HeadlineSection, MovedSection } from './model.ts';

/** The headline's figures, and the change of the first one with its verdict; or why there are none. */
export function HeadlineView({ section: { figures, change, note } }: { section: HeadlineSection }) {
  if (note !== '') return <p>{note}</p>;
  const [lead, ...others] = figures;
  const renderFigure = ({ value, name, remark }: HeadlineSection['figures'][number]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className={styles['value']}>{value}</dd>
      {remark && <dd className={styles['extra']}>{remark}</dd>}
    </div>
  );
  return (
    <dl className={styles['figures']}>
      {lead && renderFigure(lead)}
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
      {others.map(renderFigure)}
    </dl>
  );
}

/** The largest real moves, one per line. */
export function MovedView({ section: { moves, note } }: { section: MovedSection }) {
  return (
    <>
      {moves.length > 0 && (
        <ul className={styles['moves']}>
          {moves.map(({ subject, change, direction, tone }) => (
            <li key={subject}>
              <span className={styles['change']} data-direction={direction} data-tone={tone}>
                <Arrow direction={direction} />
              </span>
              <span>
                <bdi>{subject}</bdi>: {change}
              </span>
            </li>
          ))}
        </ul>
      )}
      {note !== '' && <p>{note}</p>}
    </>
  );
}

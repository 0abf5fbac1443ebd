import type { ReactNode } from 'react';
import { tintShade } from '../picture/colours.ts';
import { ChangeText, VerdictText } from './change.tsx';
import styles from './document.module.css';
import type { MatrixCell, MatrixSection, TableSection } from './model.ts';

/** Lets the keyboard scroll a table that is wider than its sheet. */
const tabStop = { tabIndex: 0 };

/**
 * The strength of the colours behind the highest figure, and behind those farthest from neutral: low enough that every
 * text colour of the document has enough contrast.
 */
const strengths = { accent: 0.22, sides: 0.7 };

/** Makes a table scroll sideways if the sheet is too narrow for it. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles['scroller']} aria-label={label} {...tabStop}>
      {children}
    </section>
  );
}

/** A table of figures. */
export function TableView({
  title,
  columns,
  rows,
}: Pick<TableSection, 'title' | 'columns' | 'rows'>) {
  return (
    <Scroller label={title}>
      <table className={styles['table']} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ title: name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, isTracked, cells }) => (
            <tr key={id}>
              <th scope="row">
                <bdi>{label}</bdi>
                {isTracked && <small> tracked</small>}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={columns[index + 1]?.title}
                  data-number={columns[index + 1]?.isNumber || undefined}
                >
                  {typeof cell === 'string' ? cell : <VerdictText {...cell} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Cell({ mean, change, shade }: MatrixCell) {
  return (
    <td style={shade === null ? undefined : { backgroundColor: tintShade(shade, strengths) }}>
      <span className={styles['mean']}>{mean}</span>
      {change && (
        <small>
          <ChangeText {...change} /> {change.verdictText}
        </small>
      )}
    </td>
  );
}

/** The tables of the matrix: platforms down, regions across. */
export function MatrixView({ section: { title, parts } }: { section: MatrixSection }) {
  return parts.map(({ regions, rows }) => (
    <Scroller key={regions.join()} label={title}>
      <table className={`${styles['table']} ${styles['matrix']}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            {regions.map((region) => (
              <th key={region} scope="col">
                <bdi>{region}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ platform, note, cells }) => (
            <tr key={platform}>
              <th scope="row">
                <bdi>{platform}</bdi>
                {note !== '' && <small className={styles['note']}>{note}</small>}
              </th>
              {cells.map((cell, index) => (
                <Cell key={regions[index]} {...cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  ));
}

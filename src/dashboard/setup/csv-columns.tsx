import { type CsvField, type CsvReading, type CsvTable, csvFields } from './csv-table.ts';
import { Field } from './field.tsx';
import styles from './setup.module.css';

interface CsvColumnsProps {
  table: CsvTable;
  reading: CsvReading;
  onReading: (reading: CsvReading) => void;
}

/** What each column of a file has, which the user can choose, and whether the first row names the columns. */
export function CsvColumns({ table, reading, onReading }: CsvColumnsProps) {
  const [first, second] = table.rows;
  const { hasHeader, fields } = reading;
  const choose = (column: number, chosen: CsvField | null) =>
    onReading({
      ...reading,
      // Each field is in one column at most.
      fields: fields.map((field, at) => {
        if (at === column) return chosen;
        return field === chosen ? null : field;
      }),
    });
  const columns = fields.map((field, column) => ({
    field,
    column,
    name: (hasHeader && first?.cells[column]?.trim()) || `Column ${column + 1}`,
    example: (hasHeader ? second : first)?.cells[column]?.trim(),
  }));
  return (
    <fieldset className={styles['preview']}>
      <legend>Columns of the file</legend>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={hasHeader}
          onChange={({ currentTarget }) =>
            onReading({ ...reading, hasHeader: currentTarget.checked })
          }
        />
        <span>The first row names the columns</span>
      </label>
      <div className={styles['columns']}>
        {columns.map(({ field, column, name, example }) => (
          <Field key={column} label={name} hint={example}>
            {(connection) => (
              <select
                {...connection}
                value={field ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  choose(column, csvFields.find((known) => known.field === value)?.field ?? null)
                }
              >
                <option value="">Left out</option>
                {csvFields.map(({ field: known, names: [shown] }) => (
                  <option key={known} value={known}>
                    {shown}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

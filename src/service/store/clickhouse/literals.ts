/** Every character that could mean something inside a quoted literal: each byte of it is written in hexadecimal. */
const special = /[^A-Za-z0-9 .:_-]/gu;

const escaped = (text: string): string =>
  text.replace(special, (character) =>
    Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(
      '',
    ),
  );

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return `'${escaped(value)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  throw new TypeError(`A parameter of a statement cannot be a ${typeof value}.`);
}

/**
 * A statement with each `{name:Type}` replaced by the value of that name as a typed literal. The engine in
 * process runs statements with bound parameters one at a time, whatever the connection, so that one slow
 * statement would hold up all others; a statement without parameters runs beside them. No value can end its
 * literal: quotes, backslashes, control characters and everything outside ASCII are written in hexadecimal.
 * @throws TypeError for a value that is missing or cannot be written.
 */
export const withLiterals = (sql: string, params: Readonly<Record<string, unknown>>): string =>
  sql.replace(
    /\{(\w+):(\w[\w(), ]*)\}/g,
    (_, name: string, type: string) => `CAST(${literal(params[name])}, '${type}')`,
  );

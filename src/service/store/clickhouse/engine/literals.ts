/** Characters that might have a special meaning in a quoted literal. Each of their bytes is written in hexadecimal. */
const specialCharacters = /[^A-Za-z0-9 .:_-]/gu;

const escapeText = (text: string): string =>
  text.replace(specialCharacters, (character) =>
    Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(
      '',
    ),
  );

function toLiteral(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return `'${escapeText(value)}'`;
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(',')}]`;
  throw new TypeError(`A value of type ${typeof value} cannot be a parameter of a statement.`);
}

/**
 * Replaces each `{name:Type}` in a statement with its value as a typed literal. The in-process engine runs statements
 * with bound parameters one at a time across all connections, so a slow one would block all others; statements without
 * parameters run in parallel. No value can end its literal: quotes, backslashes, control characters and all characters
 * outside ASCII are written in hexadecimal.
 * @throws TypeError for a value that is missing or cannot be written as a literal.
 */
export const withLiterals = (sql: string, params: Readonly<Record<string, unknown>>): string =>
  sql.replace(
    /\{(\w+):(\w[\w(), ]*)\}/g,
    (_, name: string, type: string) => `CAST(${toLiteral(params[name])}, '${type}')`,
  );

/** The code of an error from Node or the engine, such as `ENOENT`; empty if it has none. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The code of an error of Node or of the engine, such as `ENOENT`; empty if there is none. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A command given wrongly: the message says what is wrong with it and how to give it. */
export class UsageError extends Error {
  override name = 'UsageError';
  constructor(reason: string | null, usage: string, options?: ErrorOptions) {
    super(reason === null ? usage : `${reason}\n${usage}`, options);
  }
}

/** Runs `parse`, which calls `parseArgs`; what that refuses is named in a UsageError. */
export function withUsage<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const isRefusal =
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
    if (!isRefusal) throw error;
    // Only the first sentence: the rest explains Node's own syntax.
    const [reason = ''] = error.message.split(/[.\n]/);
    throw new UsageError(`${reason}.`, usage, { cause: error });
  }
}

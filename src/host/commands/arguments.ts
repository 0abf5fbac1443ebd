import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorCodeOf } from '../../service/error-code.ts';
import type { Script } from '../admin/commands.ts';

/** Thrown for wrong arguments of a command. The message says what is wrong and how to get help. */
export class UsageError extends Error {
  override name = 'UsageError';
  constructor(reason: string, command: Script, options?: ErrorOptions) {
    super(`${reason}\nFor help: npm run ${command} -- --help`, options);
  }
}

/**
 * Joins a negative number to the option before it, as in `--limit=-1`, since `parseArgs` would read the number as
 * another option.
 */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const joinedArguments: string[] = [];
  for (const word of args) {
    const previous = joinedArguments.at(-1);
    if (/^-\d/.test(word) && previous !== undefined && /^--[a-z-]+$/.test(previous)) {
      joinedArguments[joinedArguments.length - 1] = `${previous}=${word}`;
    } else joinedArguments.push(word);
  }
  return joinedArguments;
}

/**
 * Parses a command's arguments with `parseArgs`.
 * @throws UsageError with the reason if `parseArgs` refuses them.
 */
export function parseArguments<const T extends ParseArgsOptionsConfig>(
  command: Script,
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: joinNegativeNumbers(args), options, allowPositionals: true });
  } catch (error) {
    const isRefusal = errorCodeOf(error).startsWith('ERR_PARSE_ARGS_');
    if (!(error instanceof Error && isRefusal)) throw error;
    // Only the first sentence: the rest explains Node's own syntax.
    const [reason = ''] = error.message.split(/[.\n]/);
    throw new UsageError(`${reason}.`, command, { cause: error });
  }
}

/**
 * Resolves a path relative to the folder in which the user ran npm. npm passes that folder as INIT_CWD, and runs
 * scripts in the project's folder.
 */
export const resolveUserPath = (path: string): string =>
  resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** Whether the arguments ask for help. */
export const isHelpRequested = (args: readonly string[]): boolean =>
  args.some((word) => word === '--help' || word === '-h');

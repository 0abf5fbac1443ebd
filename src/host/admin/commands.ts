import { clientCommands } from './client-administration.ts';
import type { Command } from './command.ts';
import { exportCommands } from './export-administration.ts';
import { keyCommands } from './key-administration.ts';
import { removalCommands } from './removal-administration.ts';
import { scanCommands } from './scan-administration.ts';
import { shareCommands } from './share-administration.ts';
import { storeCommands } from './store-administration.ts';

const table = {
  ...storeCommands,
  ...exportCommands,
  ...removalCommands,
  ...scanCommands,
  ...clientCommands,
  ...keyCommands,
  ...shareCommands,
};

export type CommandName = keyof typeof table;
export type Requests = { [N in CommandName]: Parameters<(typeof table)[N]['run']>[1] };
export type Results = { [N in CommandName]: Awaited<ReturnType<(typeof table)[N]['run']>> };

/** Every command of an operator, by its path on the control socket, as in `keys/list`. */
export const commands: { readonly [N in CommandName]: Command<Requests[N], Results[N]> } = table;

/** Whether a command of this version has the name. */
export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The first part of a command's name, which is the name of its npm script. */
type ScriptOf<N extends CommandName> = N extends `${infer Script}/${string}` ? Script : N;
type CommandScript = ScriptOf<Exclude<CommandName, 'read' | 'removable' | 'importWithNewIds'>>;
/** The npm scripts with which an operator works on a store. */
export type Script = CommandScript | 'report';
/** The second parts of the names of a script's commands. */
export type ActionOf<S extends Script> = CommandName extends infer N
  ? N extends `${S}/${infer Action}`
    ? Action
    : never
  : never;

const actionsOf = (script: CommandScript): string[] =>
  Object.keys(commands).flatMap((name) =>
    name.startsWith(`${script}/`) ? name.slice(script.length + 1) : [],
  );

/** The names of a script's actions, as in "list or revoke". */
export const listActions = (script: CommandScript): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(actionsOf(script));

/** How to call the commands of a script, for `--help`. */
export function usageOf(script: CommandScript): string {
  const calls = Object.entries(commands).flatMap(([name, { usage }]) => {
    const [first, action = ''] = name.split('/');
    if (first !== script) return [];
    return usage.map((words) => {
      const callArguments = [action, words].filter((part) => part !== '').join(' ');
      return `npm run ${script}${callArguments && ` -- ${callArguments}`}`;
    });
  });
  return calls.length === 1 ? `Usage: ${calls[0]}` : ['Usage:', ...calls].join('\n  ');
}

import { isUuid } from '../../contract/fields.ts';
import type { Administration } from '../admin/administration.ts';
import { AdministrationError } from '../admin/administration-error.ts';
import { type ActionOf, listActions, usageOf } from '../admin/commands.ts';
import { describeRemovedCounts } from '../admin/removal-administration.ts';
import { printLine } from '../printable.ts';
import { administer, type Work } from './administer.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { confirmName } from './confirm-name.ts';

const usage = `${usageOf('remove')}

Removes a site, or a client or account with all of its sites, with every scan, answer, note, share and feed, for good.
Also revokes the keys of a client or account. Asks for the name first.

ID     ID of the site, client or account
--yes  does not ask, for scripts`;

const kinds = ['site', 'client', 'account'] as const satisfies readonly ActionOf<'remove'>[];
type Kind = (typeof kinds)[number];

const backupsReminder = 'Backups keep the data until you delete them.';

const createUsageError = (reason: string) => new UsageError(reason, 'remove');

/** Shows what would be removed, and asks for its name. */
async function confirmRemoval(
  administration: Administration,
  kind: Kind,
  id: string,
): Promise<void> {
  const removable = await administration.run('removable', { kind, id });
  printLine(
    `This removes the ${kind} “${removable.name}” (${id}) with ${describeRemovedCounts(removable, kind)}.`,
  );
  printLine(`It cannot be undone. ${backupsReminder}`);
  const isConfirmed = await confirmName(
    removable.name,
    `Type the name of the ${kind} to remove it: `,
    { input: process.stdin, output: process.stdout },
  );
  if (!isConfirmed) throw new AdministrationError('That is not the name, so nothing was removed.');
}

function prepareRemoval(kind: Kind, id: string, isConfirmed: boolean): Work {
  return async (administration) => {
    if (!isConfirmed) await confirmRemoval(administration, kind, id);
    const removed = await administration.run(`remove/${kind}`, { id });
    printLine(`Removed the ${kind} ${id} with ${describeRemovedCounts(removed, kind)}.`);
    if (removed.keys > 0) {
      printLine(`Its keys, links and feeds were revoked (${removed.keys.toLocaleString('en')}).`);
    }
    printLine(backupsReminder);
  };
}

function readArguments(args: readonly string[]): Work {
  const { values, positionals } = parseArguments('remove', args, { yes: { type: 'boolean' } });
  const [name, id, surplus] = positionals;
  if (name === undefined) throw createUsageError(`Give what to remove: ${listActions('remove')}.`);
  const kind = kinds.find((candidate) => candidate === name);
  if (kind === undefined) throw createUsageError(`Unknown command '${name}'.`);
  if (id === undefined) throw createUsageError(`${kind} needs the ID of the ${kind}.`);
  if (!isUuid(id)) throw createUsageError(`${kind} takes an ID (a UUID), not '${id}'.`);
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  const isConfirmed = values.yes ?? false;
  if (!isConfirmed && !process.stdin.isTTY)
    throw createUsageError(
      'Nothing was removed, because there is no terminal to ask for confirmation. To remove without being asked, add --yes.',
    );
  return prepareRemoval(kind, id.toLowerCase(), isConfirmed);
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, readArguments);

if (import.meta.main) await run(process.argv.slice(2));

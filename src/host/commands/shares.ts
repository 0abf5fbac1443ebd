import { isUuid } from '../../contract/fields.ts';
import { listActions, usageOf } from '../admin/commands.ts';
import type { ListedShare } from '../admin/share-administration.ts';
import { printLine } from '../printable.ts';
import { administer, type Work } from './administer.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { alignColumns, formatName, formatToMinute } from './columns.ts';

const usage = `${usageOf('shares')}

list       lists active shares and feeds, oldest first
revoke ID  ends a share or feed at once, for everyone using it
--site ID  lists only those of this site`;

const options = { site: { type: 'string' } } as const;

const createUsageError = (reason: string) => new UsageError(reason, 'shares');

const headings = [
  'ID',
  'KIND',
  'SITE',
  'TITLE',
  'PAGES',
  'LOCKED',
  'PASSPHRASE',
  'CREATED BY',
  'EXPIRES',
  'LAST OPENED',
  'OPENED',
];

const cellsOf = (share: ListedShare): string[] => [
  share.id,
  share.kind,
  formatName(share.siteName ?? share.siteId),
  formatName(share.title),
  share.pages.join(',') || '–',
  formatName(decodeURIComponent(share.question.replaceAll('+', ' '))) || '–',
  share.hasPassphrase ? 'yes' : 'no',
  formatName(share.createdBy),
  share.expiresAt === null ? 'never' : formatToMinute(share.expiresAt),
  share.lastOpenedAt === null ? 'never' : formatToMinute(share.lastOpenedAt),
  share.opens === null ? '–' : `${share.opens} ×`,
];

function list(site: string | undefined): Work {
  if (site !== undefined && !isUuid(site)) {
    throw createUsageError(`--site takes an ID (a UUID), not '${site}'.`);
  }
  return async (administration) => {
    const activeShares = await administration.run('shares/list', {});
    const shares = activeShares.filter(
      ({ siteId }) => site === undefined || siteId === site.toLowerCase(),
    );
    if (shares.length === 0) printLine('No active shares or feeds.');
    const rows = shares.map(cellsOf);
    const hasHeadings = process.stdout.isTTY && rows.length > 0;
    for (const line of alignColumns(hasHeadings ? [headings, ...rows] : rows)) printLine(line);
  };
}

function revoke(id: string): Work {
  return async (administration) => {
    const { record, isWritten } = await administration.run('shares/revoke', { id });
    printLine(`Revoked ${record.kind} "${record.title}" (${record.id}).`);
    if (isWritten) return;
    printLine(
      `The running host now refuses the ${record.kind}, but could not save the change because the disk is full. It retries until there is space. If the host restarts before then, the ${record.kind} works again.`,
    );
  };
}

function readArguments(args: readonly string[]): Work {
  const { values, positionals } = parseArguments('shares', args, options);
  const [command, ...words] = positionals;
  if (command === 'list') {
    if (words[0] !== undefined) throw createUsageError(`Unexpected argument '${words[0]}'.`);
    return list(values.site);
  }
  if (command !== 'revoke') {
    throw createUsageError(
      command === undefined
        ? `Give a command: ${listActions('shares')}.`
        : `Unknown command '${command}'.`,
    );
  }
  const [id, surplus] = words;
  if (id === undefined) throw createUsageError('revoke needs the ID of a share or feed.');
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  if (values.site !== undefined) throw createUsageError("revoke has no option '--site'.");
  return revoke(id);
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, readArguments);

if (import.meta.main) await run(process.argv.slice(2));

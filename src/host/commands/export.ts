import { isUuid } from '../../contract/fields.ts';
import { describeContent } from '../../service/import/describe-summary.ts';
import { usageOf } from '../admin/commands.ts';
import { printLine } from '../printable.ts';
import { administer } from './administer.ts';
import { parseArguments, resolveUserPath, UsageError } from './arguments.ts';

const usage = `${usageOf('export')}

Writes everything that is stored of a site, or of a client with all of its sites, as a file that can be imported.

--site ID    ID of the site
--client ID  ID of the client
--for-client leave out notes for the team, because the client will get the file
FILE         the file to write, which must not exist yet; gzipped if its name ends in .gz (default: a name with the ID
             and the date)`;

const createUsageError = (reason: string) => new UsageError(reason, 'export');

/** What to export, and the absolute path of the file to write. */
interface ExportArguments {
  kind: 'site' | 'client';
  id: string;
  isForClient: boolean;
  path: string;
}

/** @throws UsageError if the arguments are invalid. */
function readArguments(args: readonly string[]): ExportArguments {
  const { values, positionals } = parseArguments('export', args, {
    site: { type: 'string' },
    client: { type: 'string' },
    'for-client': { type: 'boolean' },
  });
  const [file, surplus] = positionals;
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  const { site, client, 'for-client': isForClient = false } = values;
  if (site !== undefined && client !== undefined)
    throw createUsageError('Give --site or --client, not both.');
  const kind = site === undefined ? 'client' : 'site';
  const id = site ?? client;
  if (id === undefined)
    throw createUsageError('Give the site or client: --site ID or --client ID.');
  if (!isUuid(id)) throw createUsageError(`--${kind} takes an ID (a UUID), not '${id}'.`);
  const day = new Date().toISOString().slice(0, 10);
  const path = resolveUserPath(file ?? `${kind}-${id.toLowerCase()}-${day}.ndjson.gz`);
  return { kind, id, isForClient, path };
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, () => {
    const request = readArguments(args);
    return async (administration) => {
      const { counts } = await administration.run('export', request);
      printLine(`Exported ${describeContent(counts)}.`);
      printLine(request.path);
    };
  });

if (import.meta.main) await run(process.argv.slice(2));

import { readFileSync } from 'node:fs';
import { isUuid } from '../../contract/fields.ts';
import { findBrandingFault } from '../../service/branding/branding-fault.ts';
import { toLogoDataUrl } from '../../service/branding/logo.ts';
import { errorCodeOf } from '../../service/error-code.ts';
import type { BrandedClient } from '../admin/client-administration.ts';
import { listActions, usageOf } from '../admin/commands.ts';
import { printLine } from '../printable.ts';
import { administer, type Work } from './administer.ts';
import { parseArguments, resolveUserPath, UsageError } from './arguments.ts';
import { alignColumns, formatName } from './columns.ts';

const usage = `${usageOf('clients')}

--client ID         ID of the client
--logo FILE         an SVG, PNG or WebP image of at most 64 KiB
--accent '#00875a'  the client's colour; quote it, since # begins a comment in many shells
--report-name NAME  the name to show instead of the client's
--clear             removes the stored logo, accent and report name before setting new ones`;

const options = {
  client: { type: 'string' },
  logo: { type: 'string' },
  accent: { type: 'string' },
  'report-name': { type: 'string' },
  clear: { type: 'boolean' },
} as const;

const createUsageError = (reason: string) => new UsageError(reason, 'clients');
const parse = (args: readonly string[]) => parseArguments('clients', args, options);
type Values = ReturnType<typeof parse>['values'];

const headings = ['ID', 'NAME', 'ACCOUNT', 'LOGO', 'ACCENT', 'REPORT NAME'];

/**
 * Formats clients as lines of aligned columns, separated by at least two spaces, one line per client.
 * @param options.hasHeadings whether to begin with a line of column names if there are any clients.
 */
function formatClientTable(
  clients: readonly BrandedClient[],
  { hasHeadings }: { hasHeadings: boolean },
): readonly string[] {
  const rows = clients.map((client) => [
    client.id,
    formatName(client.name),
    formatName(client.accountName),
    client.logoLength > 0 ? 'yes' : '–',
    client.accent || '–',
    formatName(client.reportName) || '–',
  ]);
  return alignColumns(hasHeadings && rows.length > 0 ? [headings, ...rows] : rows);
}

function readLogo(file: string): string {
  const path = resolveUserPath(file);
  try {
    return toLogoDataUrl(readFileSync(path));
  } catch (error) {
    const code = errorCodeOf(error);
    throw createUsageError(`The logo ${file} cannot be read${code && ` (${code})`}.`);
  }
}

function prepareBranding(values: Values): Work {
  const { client, logo, accent, 'report-name': reportName, clear = false } = values;
  if (client === undefined) throw createUsageError('Give the client: --client ID.');
  if (!isUuid(client)) throw createUsageError(`--client takes an ID (a UUID), not '${client}'.`);
  const change = {
    ...(clear && { logo: '', accent: '', reportName: '' }),
    ...(logo !== undefined && { logo: readLogo(logo) }),
    ...(accent !== undefined && { accent }),
    ...(reportName !== undefined && { reportName }),
  };
  if (Object.keys(change).length === 0) {
    throw createUsageError('Give --logo, --accent, --report-name or --clear.');
  }
  const fault = findBrandingFault(change);
  if (fault)
    throw createUsageError(
      `--${fault.field === 'reportName' ? 'report-name' : fault.field} ${fault.reason}.`,
    );
  return async (administration) => {
    for (const line of formatClientTable(
      [await administration.run('clients/brand', { id: client, change })],
      {
        hasHeadings: false,
      },
    )) {
      printLine(line);
    }
  };
}

const list: Work = async (administration) => {
  const clients = await administration.run('clients/list', {});
  if (clients.length === 0) printLine('No clients yet.');
  for (const line of formatClientTable(clients, { hasHeadings: process.stdout.isTTY }))
    printLine(line);
};

function readArguments(args: readonly string[]): Work {
  const { values, positionals } = parse(args);
  const [name, surplus] = positionals;
  if (name === undefined) throw createUsageError(`Give a command: ${listActions('clients')}.`);
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  if (name === 'brand') return prepareBranding(values);
  if (name !== 'list') throw createUsageError(`Unknown command '${name}'.`);
  const [strayFlag] = Object.keys(values);
  if (strayFlag !== undefined) throw createUsageError(`list has no option '--${strayFlag}'.`);
  return list;
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  administer(usage, args, readArguments);

if (import.meta.main) await run(process.argv.slice(2));

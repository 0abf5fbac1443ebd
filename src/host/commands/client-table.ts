import type { BrandedClient } from '../admin/client-administration.ts';
import { alignedColumns, shownName } from './columns.ts';

const headings = ['ID', 'NAME', 'ACCOUNT', 'LOGO', 'ACCENT', 'REPORT NAME'];

/**
 * Formats clients as lines of aligned columns, separated by at least two spaces, one line per client.
 * @param options.headed whether to begin with a line of column names.
 */
export function clientTable(
  clients: readonly BrandedClient[],
  { headed }: { headed: boolean },
): readonly string[] {
  const rows = clients.map((client) => [
    client.id,
    shownName(client.name),
    shownName(client.accountName),
    client.logoLength > 0 ? 'yes' : '–',
    client.accent || '–',
    shownName(client.reportName) || '–',
  ]);
  return alignedColumns(headed && rows.length > 0 ? [headings, ...rows] : rows);
}

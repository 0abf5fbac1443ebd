import type { BrandedClient } from '../admin/client-administration.ts';
import { alignColumns, formatName } from './columns.ts';

const headings = ['ID', 'NAME', 'ACCOUNT', 'LOGO', 'ACCENT', 'REPORT NAME'];

/**
 * Formats clients as lines of aligned columns, separated by at least two spaces, one line per client.
 * @param options.hasHeadings whether to begin with a line of column names if there are any clients.
 */
export function formatClientTable(
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

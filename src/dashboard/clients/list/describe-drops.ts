import { isolate } from '../../../figures/text/isolate.ts';
import { type ClientRow, realMoveOf } from './figures.ts';

/** The maximum number of clients that the sentence names. */
const maxNames = 3;

/** "A", "A and B", or "A, B, C and 4 more". */
function joinNames(names: readonly string[]): string {
  const parts = names.slice(0, maxNames).map(isolate);
  if (names.length > maxNames) parts.push(`${names.length - maxNames} more`);
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

const countClients = (count: number): string => `${count} ${count === 1 ? 'client' : 'clients'}`;

const hasVerdict = ({ verdict }: ClientRow): boolean =>
  verdict?.kind === 'real' || verdict?.kind === 'scatter' || verdict?.kind === 'unchanged';

/**
 * Says which clients have a real drop, the largest first, as far as their figures are known; null if none is known yet.
 * @param isComplete whether `rows` has all of the key's clients
 */
export function describeDrops(rows: readonly ClientRow[], isComplete: boolean): string | null {
  const known = rows.filter(({ figures }) => figures !== undefined);
  const failedCount = rows.filter(({ hasFailed }) => hasFailed).length;
  if (known.length === 0) {
    return failedCount > 0 && failedCount === rows.length ? 'No figures could be loaded.' : null;
  }
  const changeOf = ({ figures }: ClientRow) => figures?.shown?.comparison.change ?? 0;
  const names = known
    .filter((row) => realMoveOf(row) === 'drop')
    .toSorted((a, b) => changeOf(a) - changeOf(b))
    .map(({ client }) => client.name || client.id);
  const count = names.length;
  const unjudgedCount = known.filter((row) => !hasVerdict(row)).length;
  const isEveryone = isComplete && known.length === rows.length;
  if (isEveryone && unjudgedCount === rows.length) return 'No client can be judged.';

  const scope = `among the ${countClients(known.length)} whose figures have loaded`;
  const answer = isEveryone
    ? `${count === 0 ? 'No client' : countClients(count)} ${count > 1 ? 'have' : 'has'} a real drop`
    : `${count === 0 ? 'No' : count} real ${count > 1 ? 'drops' : 'drop'} ${scope}`;
  const remarks = [
    unjudgedCount > 0 ? `; ${unjudgedCount} cannot be judged` : '',
    failedCount > 0 ? `; figures of ${failedCount} could not be loaded` : '',
  ];
  return `${answer}${count > 0 ? `: ${joinNames(names)}` : ''}${remarks.join('')}.`;
}

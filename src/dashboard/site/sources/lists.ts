import { pageLocale } from '../../locale.ts';
import { hasAllWords } from '../../ui/has-all-words.ts';
import type { Domain, OwnerKind } from './model.ts';

/** The lists of domains that the page can show. */
export const lists = ['all', 'citedNotNamed', 'neverNaming'] as const;
export type List = (typeof lists)[number];

export const listNames: Record<List, string> = {
  all: 'All domains',
  citedNotNamed: 'Cited, not named',
  neverNaming: 'Only in answers without the brand',
};

/** The number of answers that cite a domain without naming the tracked brand; null if unknown. */
export const countNotNaming = ({ answers, namingAnswers }: Domain): number | null =>
  namingAnswers === null ? null : Math.max(0, answers - namingAnswers);

const listMatchers: Record<List, (domain: Domain) => boolean> = {
  all: () => true,
  citedNotNamed: (domain) => domain.kind === 'own' && (countNotNaming(domain) ?? 0) > 0,
  neverNaming: ({ kind, namingAnswers, answers }) =>
    kind !== 'own' && namingAnswers === 0 && answers > 0,
};

const columns = ['domain', 'share', 'owner', 'trend', 'naming'] as const;
export type Column = (typeof columns)[number];
/**
 * A column in its usual direction (domains from A, owners by `ownerRank`, figures from the highest down), or reversed
 * by a minus.
 */
export type Order = Column | `-${Column}`;

export const orders: readonly Order[] = columns.flatMap((column): Order[] => [
  column,
  `-${column}`,
]);

/** The order of owners: the tracked brand, then competitors, then third parties. */
const ownerRank: Record<OwnerKind, number> = { own: 0, competitor: 1, third: 2 };

/** The column that an order sorts by, and its direction. */
export function parseOrder(order: Order): { column: Column; isDescending: boolean } {
  const isReversed = order.startsWith('-');
  const column = columns.find((name) => name === order.slice(Number(isReversed))) ?? 'share';
  const isByName = column === 'domain' || column === 'owner';
  return { column, isDescending: isByName === isReversed };
}

/** The order after a click on a column's header: its usual direction, or the reverse of it on a second click. */
export const orderAfter = (order: Order, column: Column): Order =>
  order === column ? `-${column}` : column;

const figureGetters: Record<'share' | 'trend', (domain: Domain) => number | null> = {
  share: ({ answers }) => answers,
  trend: ({ change }) => change,
};

/**
 * Sorts domains. Domains with unknown figures come last, and those with equal ones keep the service's order.
 * @param list determines the figure in the column `naming`: in `all`, the share of answers that name the tracked brand;
 * in the other lists, the number that do not name it
 */
export function sortDomains(
  domains: readonly Domain[],
  order: Order,
  list: List,
  locale: string = pageLocale(),
): Domain[] {
  const { column, isDescending } = parseOrder(order);
  const sign = isDescending ? -1 : 1;
  const collator = new Intl.Collator(locale, { numeric: true });
  if (column === 'domain') {
    return domains.toSorted((a, b) => sign * collator.compare(a.domain, b.domain));
  }
  if (column === 'owner') {
    const byOwner = (a: Domain, b: Domain) =>
      ownerRank[a.kind] - ownerRank[b.kind] ||
      collator.compare(a.owner?.name ?? '', b.owner?.name ?? '');
    return domains.toSorted((a, b) => sign * byOwner(a, b));
  }
  const figureOf =
    column === 'naming'
      ? list === 'all'
        ? ({ namingShare }: Domain) => namingShare
        : countNotNaming
      : figureGetters[column];
  return domains.toSorted((a, b) => {
    const [first, second] = [figureOf(a), figureOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * Math.sign(first - second);
  });
}

export interface DomainFilter {
  list: List;
  /** Null for every owner. */
  owner: OwnerKind | null;
  /** Words that must all appear in the domain or its owner's name. */
  searchWords: string;
}

/** The domains of a list that match the filter, in the service's order. */
export const filterDomains = (
  domains: readonly Domain[],
  { list, owner, searchWords }: DomainFilter,
): Domain[] =>
  domains.filter(
    (domain) =>
      listMatchers[list](domain) &&
      (owner === null || domain.kind === owner) &&
      hasAllWords([domain.domain, domain.owner?.name ?? ''], searchWords.trim()),
  );

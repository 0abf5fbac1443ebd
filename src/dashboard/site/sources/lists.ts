import { hasAllWords } from '../../ui/has-all-words.ts';
import type { Domain, OwnerKind } from './model.ts';

/** The lists of domains that the page can show. */
export const lists = ['all', 'withoutBrand', 'neverNaming', 'citedNotNamed'] as const;
export type List = (typeof lists)[number];

export const listNames: Record<List, string> = {
  all: 'All domains',
  withoutBrand: 'Without the brand',
  neverNaming: 'Never with the brand',
  citedNotNamed: 'Cited, not named',
};

/** The number of answers that cite a domain without naming the tracked brand; null if unknown. */
export const countNotNaming = ({ answers, namingAnswers }: Domain): number | null =>
  namingAnswers === null ? null : Math.max(0, answers - namingAnswers);

const listMatchers: Record<List, (domain: Domain) => boolean> = {
  all: () => true,
  withoutBrand: (domain) => domain.kind !== 'own' && (countNotNaming(domain) ?? 0) > 0,
  neverNaming: ({ kind, namingAnswers, answers }) =>
    kind !== 'own' && namingAnswers === 0 && answers > 0,
  citedNotNamed: (domain) => domain.kind === 'own' && (countNotNaming(domain) ?? 0) > 0,
};

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

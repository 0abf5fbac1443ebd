import { Sparkline } from '../chart/sparkline.tsx';
import type { Column } from '../layout/columns.ts';
import { CitedNotNamedLink } from './cited-not-named-link.tsx';
import { DomainMove } from './domain-move.tsx';
import { moveOf, type ShownMoves } from './domain-moves.ts';
import { countNotNaming, type List } from './lists.ts';
import type { Domain, OwnerKind, Sources } from './model.ts';
import { Owner } from './owner.tsx';
import styles from './sources.module.css';
import { changeText, partText, shareText, unknownFigure } from './words.ts';

/** What the table of domains shows, apart from its rows. */
export interface SourcesContext {
  sources: Sources;
  list: List;
  moves: ShownMoves;
  /** The largest number of answers without the brand that cite one of the domains in the list. */
  largestWithout: number;
}

export type DomainColumn = Column<Domain, SourcesContext>;

/** The order of owners: the tracked brand, then competitors, then third parties. */
const ownerRank: Record<OwnerKind, number> = { own: 0, competitor: 1, third: 2 };

const trendDefinition = {
  term: 'Trend',
  meaning:
    'The share of a scan’s answers that cite the domain, or the number of answers that do, at each completed scan in view, oldest first. The scale runs from zero to the highest value. The figure beside the line is the average over the second half of the scans minus the average over the first half. A break in the line marks a scan without answers or with unknown figures.',
};

const changeDefinition = {
  term: 'Change',
  meaning: `The domain’s average share of a scan’s answers over the scans in view, minus its average over the earlier period, and whether that is more than the usual scatter. It is no share of all answers, because a scan with few answers counts as much as one with many. All domains that the page can list are judged together: the more there are, the larger a change has to be. The line has the scans in view, oldest first, from zero to the highest value.`,
};

const namingDefinition = {
  term: 'Names the brand',
  meaning: 'Of the answers that cite the domain, the share that also name the tracked brand.',
};

/** The columns of the table of domains, in order. */
export const domainColumns: readonly DomainColumn[] = [
  {
    id: 'domain',
    heading: () => 'Domain',
    sorting: { compare: (a, b, collator) => collator.compare(a.domain, b.domain) },
    text: ({ domain }) => domain,
  },
  {
    id: 'share',
    heading: () => 'Share of all answers',
    isNumber: true,
    sorting: { figure: ({ answers }) => answers },
    cell: ({ share, answers }, { sources }) => (
      <>
        {shareText(share)} <small>{partText(answers, sources.answers)}</small>
      </>
    ),
  },
  {
    id: 'owner',
    heading: () => 'Owner',
    sorting: {
      compare: (a, b, collator) =>
        ownerRank[a.kind] - ownerRank[b.kind] ||
        collator.compare(a.owner?.name ?? '', b.owner?.name ?? ''),
    },
    cell: (domain) => <Owner domain={domain} />,
  },
  {
    id: 'trend',
    heading: ({ sources, moves }) =>
      moves !== null ? 'Change' : sources.areTrendsShares ? 'Trend' : 'Trend (number of answers)',
    definition: ({ moves }) => (moves === null ? trendDefinition : changeDefinition),
    sorting: {
      figure: (domain, { moves }) => {
        const move = moveOf(moves, domain);
        return moves === null ? domain.change : move === 'loading' ? null : (move?.change ?? null);
      },
    },
    cell: (domain, { sources, moves }) => (
      <div className={styles['trend']}>
        <Sparkline hasZero stroke="var(--series-1)" values={domain.trend} />
        {moves === null ? (
          <span>{changeText(domain, sources)}</span>
        ) : (
          <DomainMove move={moveOf(moves, domain)} isTracked={domain.kind === 'own'} />
        )}
      </div>
    ),
  },
  {
    id: 'naming',
    heading: () => 'Names the brand',
    definition: () => namingDefinition,
    isNumber: true,
    // No answer that cites a domain in that list names the brand.
    isShown: ({ sources, list }) => sources.trackedBrand !== null && list !== 'neverNaming',
    sorting: { figure: ({ namingShare }) => namingShare },
    cell: ({ answers, namingAnswers, namingShare }) =>
      namingAnswers === null ? (
        unknownFigure
      ) : (
        <>
          {shareText(namingShare)} <small>{partText(namingAnswers, answers)}</small>
        </>
      ),
  },
  {
    id: 'without',
    heading: () => 'Does not name the brand',
    isNumber: true,
    isShown: ({ sources }) => sources.trackedBrand !== null,
    sorting: { figure: countNotNaming },
    cell: (domain, { sources, largestWithout }) => {
      const count = countNotNaming(domain);
      if (count === null) return unknownFigure;
      return (
        <>
          <CitedNotNamedLink
            sources={sources}
            domains={[domain.domain]}
            domainsName={domain.domain}
            count={count}
          >
            {partText(count, domain.answers)}
          </CitedNotNamedLink>
          <span
            aria-hidden="true"
            className={styles['bar']}
            style={{ width: `${largestWithout > 0 ? (100 * count) / largestWithout : 0}%` }}
          />
        </>
      );
    },
  },
];

/** Every order as the address names it: a column in its usual direction, or reversed by a minus. */
export const orders: readonly string[] = domainColumns.flatMap(({ id }) => [id, `-${id}`]);

import { Sparkline } from '../chart/sparkline.tsx';
import type { Column } from '../layout/columns.ts';
import { CitedNotNamedLink } from './cited-not-named-link.tsx';
import { countNotNaming, type List } from './lists.ts';
import type { Domain, OwnerKind, Sources } from './model.ts';
import { Owner } from './owner.tsx';
import styles from './sources.module.css';
import { changeText, partText, shareText, unknownFigure } from './words.ts';

/** What the table of domains shows, apart from its rows. */
export interface SourcesContext {
  sources: Sources;
  list: List;
}

export type DomainColumn = Column<Domain, SourcesContext>;

/** The order of owners: the tracked brand, then competitors, then third parties. */
const ownerRank: Record<OwnerKind, number> = { own: 0, competitor: 1, third: 2 };

const trendDefinition = {
  term: 'Trend',
  meaning:
    'The domain’s share of answers, or the number of answers that cite it, at each completed scan in view, oldest first. The scale runs from zero to the highest value. The figure beside the line is the average over the second half of the scans minus the average over the first half. A break in the line marks a scan without answers or with unknown figures.',
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
    heading: () => 'Share of answers',
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
    heading: ({ sources }) => (sources.areTrendsShares ? 'Trend' : 'Trend (number of answers)'),
    definition: () => trendDefinition,
    sorting: { figure: ({ change }) => change },
    cell: (domain, { sources }) => (
      <div className={styles['trend']}>
        <Sparkline hasZero stroke="var(--series-1)" values={domain.trend} />
        <span>{changeText(domain, sources)}</span>
      </div>
    ),
  },
  {
    // The list `all` shows how many of the answers that cite a domain also name the tracked brand. The other lists show
    // how many do not, with a link to those answers.
    id: 'naming',
    heading: ({ list }) => (list === 'all' ? 'Names the brand' : 'Does not name the brand'),
    definition: ({ list }) => (list === 'all' ? namingDefinition : null),
    isNumber: true,
    isShown: ({ sources }) => sources.trackedBrand !== null,
    sorting: {
      figure: (domain, { list }) => (list === 'all' ? domain.namingShare : countNotNaming(domain)),
    },
    cell: (domain, { sources, list }) => {
      const { answers, namingAnswers, namingShare } = domain;
      const notNamingCount = countNotNaming(domain);
      if (namingAnswers === null || notNamingCount === null) return unknownFigure;
      return list === 'all' ? (
        <>
          {shareText(namingShare)} <small>{partText(namingAnswers, answers)}</small>
        </>
      ) : (
        <CitedNotNamedLink
          sources={sources}
          domains={[domain.domain]}
          domainsName={domain.domain}
          count={notNamingCount}
        >
          {partText(notNamingCount, answers)}
        </CitedNotNamedLink>
      );
    },
  },
];

/** Every order as the address names it: a column in its usual direction, or reversed by a minus. */
export const orders: readonly string[] = domainColumns.flatMap(({ id }) => [id, `-${id}`]);

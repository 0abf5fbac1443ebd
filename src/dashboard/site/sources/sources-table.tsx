import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import { Sparkline } from '../chart/sparkline.tsx';
import tableStyles from '../layout/table.module.css';
import { CitedNotNamedLink } from './cited-not-named-link.tsx';
import {
  type Column,
  countNotNaming,
  type List,
  type Order,
  orderAfter,
  parseOrder,
} from './lists.ts';
import type { Domain, Sources } from './model.ts';
import { Owner } from './owner.tsx';
import styles from './sources.module.css';
import { changeText, definitions, partText, shareText, unknownFigure } from './words.ts';

interface HeaderProps {
  column: Column;
  order: Order;
  onOrder: (order: Order) => void;
  isNumber?: boolean;
  /** A button that explains the column. */
  explanation?: ReactNode;
  children: ReactNode;
}

function Header({ column, order, onOrder, isNumber, explanation, children }: HeaderProps) {
  const sortOrder = parseOrder(order);
  const isSorted = sortOrder.column === column;
  const Arrow = sortOrder.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-number={isNumber}
      aria-sort={isSorted ? (sortOrder.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        data-printed
        className={tableStyles['sort']}
        onClick={() => onOrder(orderAfter(order, column))}
      >
        {children}
        {isSorted && <Arrow size={14} aria-hidden="true" />}
      </button>
      {explanation}
    </th>
  );
}

interface RowProps {
  domain: Domain;
  sources: Sources;
  list: List;
  onOpen: (domain: string) => void;
}

/**
 * The list `all` shows how many of the answers that cite a domain also name the tracked brand. The other lists show how
 * many do not, with a link to those answers.
 */
function NamingFigure({ domain, sources, list }: Omit<RowProps, 'onOpen'>) {
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
}

const Row = memo(function Row({ domain, sources, list, onOpen }: RowProps) {
  return (
    <tr className={tableStyles['row']}>
      <th scope="row">
        <div className={tableStyles['name']}>
          <button
            type="button"
            data-printed
            className={styles['open']}
            aria-haspopup="dialog"
            onClick={() => onOpen(domain.domain)}
          >
            <bdi>{domain.domain}</bdi>
          </button>
        </div>
      </th>
      <td className={tableStyles['number']}>
        {shareText(domain.share)} <small>{partText(domain.answers, sources.answers)}</small>
      </td>
      <td>
        <Owner domain={domain} />
      </td>
      <td>
        <div className={styles['trend']}>
          <Sparkline hasZero stroke="var(--series-1)" values={domain.trend} />
          <span>{changeText(domain, sources)}</span>
        </div>
      </td>
      {sources.trackedBrand && (
        <td className={tableStyles['number']}>
          <NamingFigure {...{ domain, sources, list }} />
        </td>
      )}
    </tr>
  );
});

interface SourcesTableProps {
  sources: Sources;
  /** The domains to show, in order. */
  domains: readonly Domain[];
  list: List;
  order: Order;
  onOrder: (order: Order) => void;
  onOpen: (domain: string) => void;
}

/** Each domain's share of answers, owner and trend, and how often the answers that cite it name the tracked brand. */
export function SourcesTable(props: SourcesTableProps) {
  const { sources, domains, list, order, onOrder, onOpen } = props;
  const sortProps = { order, onOrder };
  return (
    <section className={tableStyles['scroller']} aria-label="Domains">
      <table className={`${tableStyles['table']} ${styles['table']}`} aria-label="Domains">
        <thead>
          <tr>
            <Header column="domain" {...sortProps}>
              Domain
            </Header>
            <Header column="share" isNumber {...sortProps}>
              Share of answers
            </Header>
            <Header column="owner" {...sortProps}>
              Owner
            </Header>
            <Header
              column="trend"
              {...sortProps}
              explanation={<DefinitionButton {...definitions.trend} />}
            >
              {sources.areTrendsShares ? 'Trend' : 'Trend (number of answers)'}
            </Header>
            {sources.trackedBrand && (
              <Header
                column="naming"
                isNumber
                {...sortProps}
                explanation={list === 'all' && <DefinitionButton {...definitions.naming} />}
              >
                {list === 'all' ? 'Names the brand' : 'Does not name the brand'}
              </Header>
            )}
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <Row key={domain.domain} {...{ domain, sources, list, onOpen }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

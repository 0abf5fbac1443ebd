import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Explained } from '../../ui/explained.tsx';
import tableStyles from '../timeline/table/table.module.css';
import { type Column, type List, notNaming, type Order, orderAfter, sortedBy } from './lists.ts';
import type { Domain, Sources } from './model.ts';
import { Owner } from './owner.tsx';
import styles from './sources.module.css';
import { Trend } from './trend.tsx';
import { changeText, definitions, partText, shareText, unknown } from './words.ts';

interface HeaderProps {
  column: Column;
  order: Order;
  onOrder: (order: Order) => void;
  isNumber?: boolean;
  /** Explains the column. */
  about?: ReactNode;
  children: ReactNode;
}

function Header({ column, order, onOrder, isNumber, about, children }: HeaderProps) {
  const by = sortedBy(order);
  const isSorted = by.column === column;
  const Arrow = by.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-number={isNumber}
      aria-sort={isSorted ? (by.descending ? 'descending' : 'ascending') : 'none'}
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
      {about}
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
 * How many of the answers citing a domain name the tracked brand; in lists other than `all`, how many do not.
 */
function Naming({ domain, list }: Pick<RowProps, 'domain' | 'list'>) {
  const { answers, naming, namingShare } = domain;
  const without = notNaming(domain);
  if (naming === null || without === null) return unknown;
  return list === 'all' ? (
    <>
      {shareText(namingShare)} <small>{partText(naming, answers)}</small>
    </>
  ) : (
    partText(without, answers)
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
          <Trend values={domain.trend} />
          <span>{changeText(domain, sources)}</span>
        </div>
      </td>
      {sources.tracked && (
        <td className={tableStyles['number']}>
          <Naming domain={domain} list={list} />
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

/** Domains with their share of answers, owner and trend, and how often we are named with them. */
export function SourcesTable(props: SourcesTableProps) {
  const { sources, domains, list, order, onOrder, onOpen } = props;
  const sorting = { order, onOrder };
  return (
    <section className={tableStyles['scroller']} aria-label="Domains">
      <table className={`${tableStyles['table']} ${styles['table']}`} aria-label="Domains">
        <thead>
          <tr>
            <Header column="domain" {...sorting}>
              Domain
            </Header>
            <Header column="share" isNumber {...sorting}>
              Share of answers
            </Header>
            <Header column="owner" {...sorting}>
              Owner
            </Header>
            <Header column="trend" {...sorting} about={<Explained {...definitions.trend} />}>
              {sources.areTrendsShares ? 'Trend' : 'Trend (number of answers)'}
            </Header>
            {sources.tracked && (
              <Header
                column="naming"
                isNumber
                {...sorting}
                about={list === 'all' && <Explained {...definitions.naming} />}
              >
                {list === 'all' ? 'Names us' : 'Does not name us'}
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

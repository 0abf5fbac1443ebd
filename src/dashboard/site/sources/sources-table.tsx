import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import { columnsIn, type Order, orderAfter, readOrder } from '../layout/columns.ts';
import tableStyles from '../layout/table.module.css';
import { type DomainColumn, domainColumns, type SourcesContext } from './columns.tsx';
import type { Domain } from './model.ts';
import styles from './sources.module.css';

interface HeaderProps {
  column: DomainColumn;
  context: SourcesContext;
  order: Order<Domain, SourcesContext> | null;
  onOrder: (order: string) => void;
}

function Header({ column, context, order, onOrder }: HeaderProps) {
  const isSorted = order?.column === column;
  const Arrow = order?.isDescending ? ArrowDown : ArrowUp;
  const definition = column.definition?.(context);
  return (
    <th
      scope="col"
      data-number={column.isNumber}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        data-printed
        className={tableStyles['sort']}
        onClick={() => onOrder(orderAfter(order, column))}
      >
        {column.heading(context)}
        {isSorted && <Arrow size={14} aria-hidden="true" />}
      </button>
      {definition && <DefinitionButton {...definition} />}
    </th>
  );
}

interface RowProps extends SourcesContext {
  domain: Domain;
  onOpen: (domain: string) => void;
}

const Row = memo(function Row({ domain, onOpen, ...context }: RowProps) {
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
      {columnsIn(domainColumns, context)
        .slice(1)
        .map(({ id, isNumber, cell }) => (
          <td key={id} className={isNumber ? tableStyles['number'] : undefined}>
            {cell?.(domain, context)}
          </td>
        ))}
    </tr>
  );
});

interface SourcesTableProps extends SourcesContext {
  /** The domains to show, in order. */
  domains: readonly Domain[];
  /** The order as the address names it. */
  order: string;
  onOrder: (order: string) => void;
  onOpen: (domain: string) => void;
}

/** Each domain's share of answers, owner and trend, and how often the answers that cite it name the tracked brand. */
export function SourcesTable(props: SourcesTableProps) {
  const { domains, order, onOrder, onOpen, ...context } = props;
  return (
    <section className={tableStyles['scroller']} aria-label="Domains">
      <table className={`${tableStyles['table']} ${styles['table']}`} aria-label="Domains">
        <thead>
          <tr>
            {columnsIn(domainColumns, context).map((column) => (
              <Header
                key={column.id}
                {...{ column, context, onOrder }}
                order={readOrder(order, domainColumns)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <Row key={domain.domain} {...{ domain, onOpen }} {...context} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

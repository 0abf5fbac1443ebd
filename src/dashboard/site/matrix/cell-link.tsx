import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasPage } from '../../app/session/share-overrides.ts';
import { useSite } from '../../use-site.ts';
import { type TimelineSearch, withoutPanels, writeSearch } from '../search/search.ts';
import { type CellKey, cellIdOf } from './cell-key.ts';
import styles from './matrix.module.css';

/**
 * The search of the timeline that shows one cell.
 * @param regions the keys of the matrix's regions
 */
const narrowToCell = (
  search: TimelineSearch,
  { platform, region }: CellKey,
  regions: readonly string[],
): TimelineSearch => ({
  ...withoutPanels(search),
  groupBy: regions.some((key) => key.startsWith(`${region}:`))
    ? // A filter by country includes its areas, but the country's cell does not. Grouping by region separates them.
      'region'
    : search.brandId === null
      ? 'brand'
      : // Grouped by brand, the timeline would ignore the chosen brand.
        'platform',
  platform: platform === null ? search.platform : [platform],
  region: region === null ? search.region : [region],
  // These refer to the series and columns of a different grouping.
  show: [],
  hide: [],
  sort: null,
});

interface CellLinkProps {
  search: TimelineSearch;
  cellKey: CellKey;
  /** The keys of the matrix's regions. */
  regions: readonly string[];
  /** Whether the Tab key stops in this cell. */
  isActive: boolean;
  children: ReactNode;
}

/** A link to the timeline of a cell, or plain text in a share without the timeline. */
export function CellLink(props: CellLinkProps) {
  const { search, cellKey, regions, isActive, children } = props;
  const { siteId } = useSite();
  const isLink = useHasPage('timeline');
  const linkProps = {
    id: cellIdOf(cellKey),
    className: styles['link'],
    tabIndex: isActive ? 0 : -1,
    search: writeSearch(narrowToCell(search, cellKey, regions)),
    preload: false,
    children,
  } as const;
  if (!isLink) {
    const { id, className, tabIndex } = linkProps;
    // Without its link, the cell for all platforms and regions must not show the label of the link.
    const isGrandTotal = cellKey.platform === null && cellKey.region === null;
    return <span {...{ id, className, tabIndex }}>{isGrandTotal ? '–' : children}</span>;
  }
  return <Link to="/sites/$siteId/timeline" params={{ siteId }} {...linkProps} />;
}

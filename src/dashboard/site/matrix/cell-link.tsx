import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type TimelineSearch, writeSearch } from '../question/search.ts';
import styles from './matrix.module.css';

/** What a cell of the matrix is about; null for all platforms or regions. */
export interface Place {
  platform: string | null;
  region: string | null;
}

/** The search of the timeline that shows one cell. */
export const narrowedTo = (
  search: TimelineSearch,
  { platform, region }: Place,
): TimelineSearch => ({
  ...search,
  // Under brands, the tracked one leads whatever was chosen.
  groupBy: search.brandId === null ? 'brand' : 'platform',
  platform: platform === null ? search.platform : [platform],
  region: region === null ? search.region : [region],
  // They name series and columns of another grouping.
  show: [],
  hide: [],
  sort: null,
  scan: null,
  prompt: null,
  recommendation: null,
});

interface CellLinkProps {
  siteId: string;
  clientId: string | null;
  search: TimelineSearch;
  place: Place;
  /** Whether the tab key stops here. */
  isActive: boolean;
  children: ReactNode;
}

/** Opens the timeline of a cell. */
export function CellLink(props: CellLinkProps) {
  const { siteId, clientId, search, place, isActive, children } = props;
  const rest = {
    className: styles['link'],
    tabIndex: isActive ? 0 : -1,
    search: writeSearch(narrowedTo(search, place)),
    preload: false,
    children,
  } as const;
  return clientId === null ? (
    <Link to="/sites/$siteId/timeline" params={{ siteId }} {...rest} />
  ) : (
    <Link to="/clients/$clientId/sites/$siteId/timeline" params={{ clientId, siteId }} {...rest} />
  );
}

import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plainSearch } from '../search-format.ts';
import { usePageSettings } from '../session/use-session.ts';
import { readSearch, type TimelineSearch, writeSearch } from './question/search.ts';

interface AnswersLinkProps {
  /** Filters that replace those of the address. */
  only?: Partial<Pick<TimelineSearch, 'platform' | 'region' | 'promptId'>>;
  scanId?: string;
  className?: string | undefined;
  label?: string;
  tabIndex?: number;
  children: ReactNode;
}

/** Opens the answers that the filters of the page select; absent where the service does not list answers. */
export function AnswersLink({ only, scanId, label, children, ...rest }: AnswersLinkProps) {
  const { siteId, clientId } = useParams({ strict: false });
  const address = useSearch({ strict: false });
  const { capabilities } = usePageSettings();
  if (!capabilities.includes('answers') || siteId === undefined) return null;
  const { dropped, ...search } = readSearch(plainSearch(address), capabilities);
  const closed = { scan: null, prompt: null, recommendation: null, show: [], hide: [], sort: null };
  const shared = {
    ...rest,
    search: {
      ...writeSearch({ ...search, ...only, ...closed }),
      ...(scanId === undefined ? {} : { scanId }),
    },
    'aria-label': label,
    preload: false,
    children,
  } as const;
  return clientId === undefined ? (
    <Link to="/sites/$siteId/answers" params={{ siteId }} {...shared} />
  ) : (
    <Link to="/clients/$clientId/sites/$siteId/answers" params={{ clientId, siteId }} {...shared} />
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCapability } from '../app/session/use-session.ts';
import { useSite } from '../use-site.ts';
import { writeSearch } from './search/search.ts';
import { type AnswersNarrowing, useAnswersLinkSearch } from './use-answers-link-search.ts';

export interface AnswersLinkProps extends AnswersNarrowing {
  /** Registrable domains; the answers cite at least one of them. */
  domain?: readonly string[];
  /** A page as the report on cited pages shows it; the answers cite it. */
  citedPage?: string;
  /** The ID of a brand that the answers do not name. */
  mentionsNot?: string;
  className?: string | undefined;
  label?: string | undefined;
  tabIndex?: number;
  children: ReactNode;
}

/**
 * Links to the answers that match the page's filters and these props. Renders nothing if the service does not list
 * answers.
 */
export function AnswersLink({
  filterOverrides,
  scan,
  domain,
  citedPage,
  mentionsNot,
  label,
  children,
  ...linkProps
}: AnswersLinkProps) {
  const { siteId } = useSite();
  const search = useAnswersLinkSearch({ filterOverrides, scan });
  const hasAnswers = useCapability('answers');
  if (!hasAnswers) return null;
  const sharedProps = {
    ...linkProps,
    search: {
      ...writeSearch(search),
      ...(domain === undefined ? {} : { domain: [...domain] }),
      ...(citedPage === undefined ? {} : { citedPage }),
      ...(mentionsNot === undefined ? {} : { mentionsNot: mentionsNot.toLowerCase() }),
      ...(scan === undefined ? {} : { scanId: scan.id.toLowerCase() }),
    },
    'aria-label': label,
    preload: false,
    children,
  } as const;
  return <Link to="/sites/$siteId/answers" params={{ siteId }} {...sharedProps} />;
}

import { maxValuesPerParameter } from '../../../contract/parameters.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { AnswersLink } from '../answers-link.tsx';
import type { Sources } from './model.ts';

interface CitedNotNamedLinkProps {
  sources: Sources;
  /** The domains that the answers cite. */
  domains: readonly string[];
  /** What the domains are called in the link's accessible name. */
  domainsName: string;
  /** The number of answers. */
  count: number;
  /** The number as it is shown. */
  children: string;
}

/**
 * The number of answers that cite any of the domains without naming the tracked brand. Links to those answers if the
 * service lists answers and accepts that many domains in one query.
 */
export function CitedNotNamedLink(props: CitedNotNamedLinkProps) {
  const { sources, domains, domainsName, count, children } = props;
  const hasAnswers = useCapability('answers');
  const { trackedBrand } = sources;
  const canBeSelected = domains.length > 0 && domains.length <= maxValuesPerParameter;
  if (!hasAnswers || trackedBrand === null || count === 0 || !canBeSelected) return children;
  const brandName = trackedBrand.name || 'the tracked brand';
  return (
    <AnswersLink
      domain={domains}
      mentionsNot={trackedBrand.id}
      label={`${children}: read the answers that cite ${domainsName} without naming ${isolate(brandName)}`}
    >
      {children}
    </AnswersLink>
  );
}

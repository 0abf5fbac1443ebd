import { stringifySearch } from '../../search-format.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { WrittenSearch } from '../question/search.ts';

interface AnswersLinkProps {
  siteId: string;
  clientId: string | null;
  search: WrittenSearch;
}

/** Leads to the answers that cite a domain, under the filters and dates in view. */
export function AnswersLink({ siteId, clientId, search }: AnswersLinkProps) {
  const site = `/sites/${encodeURIComponent(siteId)}/answers${stringifySearch(search)}`;
  const href = clientId === null ? site : `/clients/${encodeURIComponent(clientId)}${site}`;
  return (
    <div>
      <a href={href} className={buttonClass('plain')}>
        Read the answers that cite it
      </a>
    </div>
  );
}

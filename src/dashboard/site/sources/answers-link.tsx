import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { stringifySearch } from '../../search-format.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { WrittenSearch } from '../question/search.ts';

interface AnswersLinkProps {
  siteId: string;
  clientId: string | null;
  search: WrittenSearch;
}

/** Whether a click opens the link here rather than in another tab or window. */
const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);

/** A link to the answers that cite a domain, under the filters and dates in view. */
export function AnswersLink({ siteId, clientId, search }: AnswersLinkProps) {
  const navigate = useNavigate();
  const site = `/sites/${encodeURIComponent(siteId)}/answers${stringifySearch(search)}`;
  const href = clientId === null ? site : `/clients/${encodeURIComponent(clientId)}${site}`;
  return (
    <div>
      <a
        href={href}
        className={buttonClass('plain')}
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          void navigate({ href });
        }}
      >
        Read the answers that cite it
      </a>
    </div>
  );
}

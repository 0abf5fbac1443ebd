import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { refusedParametersIn } from '../search/refused-parameters.ts';
import type { TimelineSearch } from '../search/search.ts';
import type { ShownReport } from '../use-report.ts';

/**
 * Removes the parameters that the service refused, if there is no report to show, for example after a URL was pasted.
 * @returns the names of the parameters removed so far, and whether more are about to be removed
 */
export function useRefusedParameters(
  shown: ShownReport,
  search: TimelineSearch,
  correct: (search: TimelineSearch) => void,
) {
  const [names, setNames] = useState<readonly string[]>([]);
  const { error } = shown;
  const handledError = useRef<Error | null>(null);
  // A brand that was not found stays in the address: without it, the page would silently show something else.
  const canCorrect = error instanceof ApiError && error.kind === 'refused' && !shown.report;
  const refused = canCorrect ? refusedParametersIn(error, search) : [];
  useEffect(() => {
    if (refused.length === 0 || handledError.current === error) return;
    handledError.current = error;
    setNames([...names, ...refused.map(({ name }) => name)]);
    correct(refused.reduce((corrected, { removeFrom }) => removeFrom(corrected), search));
  });
  return { names, isCorrecting: refused.length > 0 };
}

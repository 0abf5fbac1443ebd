import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { refusedParametersIn } from '../search/refused-parameters.ts';
import type { TimelineSearch } from '../search/search.ts';
import pageStyles from './page.module.css';

interface ReportFailureProps {
  /** What failed, without a full stop: "The matrix could not be loaded". */
  title: string;
  error: Error;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  onRetry: () => void;
}

/** Shown when a report could not be loaded, with buttons to remove refused parameters. */
export function ReportFailure({ title, error, search, onSearch, onRetry }: ReportFailureProps) {
  return (
    <div className={pageStyles['stack']}>
      <Failure title={title} error={error} onRetry={onRetry} />
      {refusedParametersIn(error, search).map(({ name, title: parameterTitle, removeFrom }) => (
        <Button key={name} onClick={() => onSearch(removeFrom(search))}>
          Remove “{parameterTitle}”
        </Button>
      ))}
    </div>
  );
}

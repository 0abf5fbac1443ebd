import type { Brand } from '../../../contract/resources.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { BrandSelect } from '../controls/brand-select.tsx';
import { CompareSelect } from '../controls/compare-select.tsx';
import { DateRange } from '../controls/date-range.tsx';
import type { TimelineSearch } from '../question/search.ts';
import { metricOptions } from '../report/names.ts';
import pageStyles from '../timeline/timeline-page.module.css';

interface MatrixControlsProps {
  siteId: string;
  /** With a grouping other than brand, since a matrix describes one brand. */
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  /** The brand of the matrix, null without one. */
  shownBrand: Brand | null;
}

/** Metric, brand, dates and comparison. */
export function MatrixControls(props: MatrixControlsProps) {
  const { siteId, search, onSearch, zone, today, shownBrand } = props;
  return (
    <div className={pageStyles['controls']}>
      <Segmented
        legend="Metric"
        options={metricOptions}
        value={search.metric}
        onChange={(metric) => onSearch({ ...search, metric })}
      />
      <BrandSelect siteId={siteId} search={search} onSearch={onSearch} shownBrand={shownBrand} />
      <DateRange search={search} zone={zone} onSearch={onSearch} />
      <CompareSelect search={search} today={today} onSearch={onSearch} />
    </div>
  );
}

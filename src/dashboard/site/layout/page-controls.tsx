import type { Brand } from '../../../contract/resources.ts';
import { groupingOptions, metricOptions } from '../../../figures/series/names.ts';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { BrandSelect } from '../controls/brand-select.tsx';
import { CompareSelect } from '../controls/compare-select.tsx';
import { DateRange } from '../controls/date-range.tsx';
import { type TimelineSearch, withDates } from '../search/search.ts';
import styles from './page.module.css';

interface PageControlsProps {
  /** Whether the page offers a choice of grouping. True by default. */
  hasGrouping?: boolean;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  /** Whether the dates are about to be chosen; meanwhile, the most common choice is shown. False by default. */
  areDatesPending?: boolean;
  /** The brand of the report in view; null if there is none. */
  shownBrand: Brand | null;
}

/** The controls for metric, grouping, brand, dates and comparison. */
export function PageControls(props: PageControlsProps) {
  const { hasGrouping = true, search, onSearch, zone, today, shownBrand } = props;
  const { areDatesPending = false } = props;
  const dated = areDatesPending ? withDates(search, { range: '30d' }) : search;
  const { capabilities } = usePageSettings();
  return (
    <div className={`${styles['controls']} ${styles['oneRow']}`}>
      <SegmentedControl
        legend="Metric"
        options={metricOptions}
        value={search.metric}
        onChange={(metric) => onSearch({ ...search, metric })}
      />
      {hasGrouping && (
        <SegmentedControl
          legend="Group by"
          options={groupingOptions(capabilities)}
          value={search.groupBy}
          // Series of another grouping have different keys, so the choice of shown and hidden series does not apply.
          onChange={(groupBy) => onSearch({ ...search, groupBy, show: [], hide: [] })}
        />
      )}
      <BrandSelect search={search} onSearch={onSearch} shownBrand={shownBrand} />
      {useShareOverrides()?.dates ?? (
        <>
          <DateRange search={dated} zone={zone} onSearch={onSearch} />
          <CompareSelect search={dated} today={today} onSearch={onSearch} />
        </>
      )}
    </div>
  );
}

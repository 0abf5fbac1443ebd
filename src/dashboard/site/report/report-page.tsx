import { Suspense, useMemo } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { describeFit } from '../../../figures/sentences/describe-fit.ts';
import { toModel } from '../../../figures/series/model.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useComparedPeriods } from '../comparison/use-compared-periods.ts';
import { useComparison } from '../comparison/use-comparison.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { FilterPanel } from '../controls/filter-panel.tsx';
import pageStyles from '../layout/page.module.css';
import { PageActions } from '../layout/page-actions.tsx';
import { PageControls } from '../layout/page-controls.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { PageNotices } from '../layout/page-notices.tsx';
import { SiteTabs } from '../layout/site-tabs.tsx';
import { useRefusedParameters } from '../layout/use-refused-parameters.ts';
import { requestOf } from '../search/search.ts';
import { usePageSearch } from '../search/use-page-search.ts';
import { useFittingSearch } from '../use-fitting-search.ts';
import { useReport } from '../use-report.ts';
import { DocumentSkeleton } from './document-skeleton.tsx';
import { documentParameters, writeDocumentView } from './document-view.ts';
import styles from './report-page.module.css';

/** Loaded on demand: otherwise the bundler would move code of other pages into files shared with this one. */
const DocumentPart = lazyPart(async () => (await import('./document-part.tsx')).DocumentPart);

/** Empty: the header shows no verdict, so measurement changes are not loaded for it. */
const noChanges: MeasurementChanges = [];

/**
 * The report of a site: one document to read or print. Its whole state is in the URL, except for a time zone that comes
 * from the device.
 */
export function ReportPage() {
  const address = usePageSearch(documentParameters);
  const { dropped, view, onSearch, correct, onView } = address;
  const today = utcDay(Date.now());
  const { search, isPending, loaded } = useFittingSearch(address.search, today, correct);
  const { zone } = useZoneChoice(search.zone);
  const request = requestOf(search, today);
  const shown = useReport(request, useComparedPeriods(search, today), { loaded });
  const refused = useRefusedParameters(shown, search, correct);
  const current = shown.isOld ? null : shown.report;
  const { inView, comparison } = useComparison(shown.report, shown.compared, noChanges);
  const model = useMemo(() => inView && toModel(inView, zone), [inView, zone]);
  const fit = useMemo(
    () => describeFit(search, shown.report, comparison, today),
    [search, shown.report, comparison, today],
  );
  const searchProps = { search, onSearch };
  return (
    <div className={pageStyles['workspace']}>
      <FilterPanel {...searchProps} />
      <div className={pageStyles['page']}>
        <div className={styles['notPrinted']}>
          <PageHeader
            request={request}
            model={model}
            wording={{ zone, unit: undefined, locale: pageLocale(), decimals: 1 }}
            report={inView}
            isOld={shown.isOld}
            fit={fit}
            actions={
              <PageActions
                {...{ search, onSearch, zone, today }}
                pageParameters={writeDocumentView(view)}
              />
            }
          />
          <SiteTabs search={search} />
          <PageControls
            {...searchProps}
            {...{ zone, today }}
            areDatesPending={isPending}
            shownBrand={current?.brand ?? null}
          />
          <FilterChips {...searchProps} />
          <PageNotices
            {...{ search, dropped, refused, shown, current, request }}
            renderFailure={() => null}
            stillShownText={null}
          />
        </div>
        <Suspense fallback={<DocumentSkeleton />}>
          <DocumentPart
            {...searchProps}
            {...{ zone, today, view, onView, shown, inView, model }}
            isCorrecting={refused.isCorrecting}
          />
        </Suspense>
      </div>
    </div>
  );
}

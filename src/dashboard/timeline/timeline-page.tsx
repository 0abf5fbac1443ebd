import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { plainSearch } from '../search-format.ts';
import { SiteHeading } from '../sites/site-heading.tsx';
import { ago, dayAndTime } from '../time/format.ts';
import { utcDay, viewerZone } from '../time/zone.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { scanTime } from './chart/reading.ts';
import { TimelineChart } from './chart/timeline-chart.tsx';
import type { DrawnSeries } from './drawn.ts';
import { absentNames, emptinessOf } from './empty.ts';
import { toggled } from './facts.ts';
import { countText } from './figures.ts';
import { chartName, groupingOptions, metricOptions } from './names.ts';
import { daysInWords, Empty, TimelineFailure, TimelineSkeleton } from './page-states.tsx';
import { questionOf, readSearch, type TimelineSearch, writeSearch } from './search.ts';
import { Strip } from './strip.tsx';
import { TimelineTable } from './table/timeline-table.tsx';
import styles from './timeline-page.module.css';
import { type ShownReport, useReport } from './use-report.ts';
import { useView, type View } from './use-view.ts';

/** "64 scans · last finished …": what the page rests on. */
function Basis({ view, shown }: { view: View; shown: ShownReport }) {
  const { model, wording } = view;
  const last = model.instants.length - 1;
  if (last < 0 || !shown.report) return null;
  const { when, place } = scanTime(model, last, wording);
  const timed = model.scans[last]?.timed ?? false;
  const facts = [
    `${countText(last + 1, wording.locale)} ${last === 0 ? 'scan' : 'scans'}`,
    timed ? `last finished ${when} (${place})` : `last on ${when} (${place})`,
    timed ? ago(model.instants[last] ?? 0, Date.now(), wording.locale) : null,
    daysInWords(shown.report, wording.locale),
  ];
  return <p className={styles['basis']}>{facts.filter((fact) => fact !== null).join(' · ')}</p>;
}

interface ReportProps {
  view: View;
  shown: ShownReport;
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
}

/** Strip, chart and table of a report, or why there is nothing to show. */
function Report({ view, shown: { report }, search, onSearch }: ReportProps) {
  const { model, facts, all, drawn, hidden, byDefault, wording } = view;
  if (!report) return null;
  const name = chartName(model.metric, model.groupBy);
  const emptiness = emptinessOf(report, facts, search);
  const absent = absentNames(report, search);
  const lead = facts.find(({ tracked }) => tracked) ?? drawn[0]?.facts ?? facts[0];
  const toggle = (each: DrawnSeries) =>
    onSearch({ ...search, ...toggled(each.facts.series, byDefault, search) });
  return (
    <>
      {absent.length > 0 && (
        <Notice>No answers from {absent.join(', ')} in these scans, so nothing is drawn.</Notice>
      )}
      {model.unplaced > 0 && (
        <Notice tone="warn">
          {model.unplaced} points came without a readable day and are not shown.
        </Notice>
      )}
      {emptiness && <Empty emptiness={emptiness} onSearch={onSearch} />}
      {!emptiness && lead && (
        <Strip lead={lead} facts={facts} groupBy={model.groupBy} wording={wording} />
      )}
      {!emptiness && (
        <Card>
          <TimelineChart
            name={name}
            model={model}
            drawn={drawn}
            hidden={hidden}
            wording={wording}
            onToggle={toggle}
          />
          {all.length > byDefault.size && (
            <p className={styles['basis']}>
              Drawn: {drawn.length} of {all.length}. The table lists all.
            </p>
          )}
        </Card>
      )}
      {all.length > 0 && (
        <Card>
          <TimelineTable
            name={name}
            model={model}
            all={all}
            drawn={drawn}
            wording={wording}
            onToggle={toggle}
          />
        </Card>
      )}
    </>
  );
}

/** The timeline of a site: its whole state is in the URL. */
export function TimelinePage({ siteId, clientId }: { siteId: string; clientId: string | null }) {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { dropped, search } = useMemo(() => {
    const { dropped, ...search } = readSearch(plainSearch(address));
    return { dropped, search };
  }, [address]);
  const zone = search.zone ?? viewerZone();
  const shown = useReport(siteId, questionOf(search, utcDay(Date.now())));
  const view = useView(siteId, shown.report, zone, search);
  const show = (next: TimelineSearch) => {
    void navigate({ to: '.', search: writeSearch(next), resetScroll: false });
  };
  return (
    <div className={styles['page']}>
      <header>
        <SiteHeading siteId={siteId} clientId={clientId} />
        {view && <Basis view={view} shown={shown} />}
      </header>
      <div className={styles['controls']}>
        <Segmented
          legend="Metric"
          options={metricOptions}
          value={search.metric}
          onChange={(metric) => show({ ...search, metric })}
        />
        <Segmented
          legend="Group by"
          options={groupingOptions}
          value={search.groupBy}
          // Series of another grouping have other keys: what was shown and hidden means nothing to them.
          onChange={(groupBy) => show({ ...search, groupBy, show: [], hide: [] })}
        />
      </div>
      {dropped.length > 0 && (
        <Notice>
          Left out of the address, because it could not be used: {dropped.join(', ')}.
        </Notice>
      )}
      {shown.error && (
        <TimelineFailure
          error={shown.error}
          search={search}
          onSearch={show}
          onRetry={shown.retry}
        />
      )}
      {shown.error && shown.report && (
        <Notice tone="warn">
          Below is the last answer, from {dayAndTime(shown.at, zone, undefined)}.
        </Notice>
      )}
      {!view && !shown.error && <TimelineSkeleton />}
      {view && (
        <div
          className={styles['report']}
          data-old={shown.isOld || undefined}
          aria-busy={shown.isLoading}
        >
          {shown.isLoading && <ProgressLine label="Loading a new answer" />}
          <Report view={view} shown={shown} search={search} onSearch={show} />
        </div>
      )}
    </div>
  );
}

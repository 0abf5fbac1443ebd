import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import {
  countsPath,
  countsWith,
  growingPromptCount,
  respondWithTimeline,
  scansPath,
  scansWith,
  seriesByGrouping,
  timelinesPath,
  unchangedSeries,
} from '../../../../tests/setup/changing-site.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { createSessionStore } from '../../app/session/session.ts';
import { SessionContext } from '../../app/session/use-session.ts';
import { SiteContext } from '../../use-site.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { useMeasurementChanges } from './use-measurement-changes.ts';

setUpBrowser();
const world = setUpService();

const path = `/sites/${measured.siteId}/timeline`;
const page = `${path}?dates=all`;
const comparedPage = `${path}?startDate=2026-02-01&endDate=2026-02-28`;
const normaliseSpaces = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ').trim();
const open = (address: string, capabilities: string[] = []) =>
  openDashboard(address, { ...world.signedIn('agency'), capabilities });
/** Shorter than the timeout of a request, so that no request ends by timing out. */
const waitOptions = { timeout: 10_000 };
const hang = () => new Promise<never>(() => {});
const realVerdict = 'Up 10.0 pt: more than the usual scatter';

/** Holds the requests for reports by platform and by region, which a page grouped by brand also sends. */
function holdReports() {
  const heldRequests: { category: string | null; signal: AbortSignal }[] = [];
  world.override(
    http.get(timelinesPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get('groupBy') === null) return respondWithTimeline(query, seriesByGrouping);
      heldRequests.push({ category: query.get('category'), signal: request.signal });
      return hang();
    }),
  );
  const openCategories = () =>
    heldRequests.filter(({ signal }) => !signal.aborted).map(({ category }) => category);
  return { heldRequests, openCategories };
}

describe('reports that are still loading', () => {
  it.each([
    ['without a comparison', page],
    ['with a comparison', comparedPage],
  ])('are cancelled whenever a filter changes, %s', async (_, address) => {
    const { heldRequests, openCategories } = holdReports();
    const { router } = open(`${address}&category=1`);
    for (const category of ['2', '3', '4']) {
      await waitFor(() => expect(heldRequests.length).toBeGreaterThan(0));
      act(() => router.history.push(`${address}&category=${category}`));
      await waitFor(() => expect(openCategories()).toEqual([category, category]), waitOptions);
    }
    expect(heldRequests.length).toBe(8);
  });

  it('are cancelled when the page is left', async () => {
    const { heldRequests, openCategories } = holdReports();
    const { router } = open(page);
    await waitFor(() => expect(heldRequests.length).toBe(2));
    act(() => router.history.push('/'));
    await waitFor(() => expect(openCategories()).toEqual([]), waitOptions);
  });
});

describe('verdicts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const readVerdictCell = async () => {
    const table = await screen.findByRole('table', { name: /as a table$/ });
    const row = within(table).getByRole('row', { name: /Acme/ });
    return normaliseSpaces(within(row).getAllByRole('cell')[3]?.textContent);
  };
  const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

  it('wait three seconds for reports that hang, and give way to a measurement change found later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.override(
      http.get(timelinesPath, async ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get('groupBy') === 'platform') await promise;
        return respondWithTimeline(query, seriesByGrouping);
      }),
    );
    open(comparedPage);
    expect(await readVerdictCell()).toBe('');
    await pass(3_000);
    await waitFor(async () => expect(await readVerdictCell()).toBe(realVerdict), waitOptions);
    resolve();
    await waitFor(async () =>
      expect(await readVerdictCell()).toBe('Measured differently since Feb 12: Perplexity added'),
    );
  });

  it('do not wait for slow counts, but give way to a measurement change that these show', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.override(
      http.get(timelinesPath, ({ request }) =>
        respondWithTimeline(new URL(request.url).searchParams, unchangedSeries),
      ),
      http.get(countsPath, async () => {
        await promise;
        return HttpResponse.json(countsWith(100, growingPromptCount));
      }),
    );
    open(comparedPage, ['counts']);
    expect(await readVerdictCell()).toBe('');
    await pass(3_000);
    await waitFor(async () => expect(await readVerdictCell()).toBe(realVerdict), waitOptions);
    resolve();
    await waitFor(
      async () =>
        expect(await readVerdictCell()).toBe('Measured differently since Feb 12: 12 prompts added'),
      waitOptions,
    );
  });

  it('wait three seconds for reports that are retried', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        return query.get('groupBy') === 'platform'
          ? HttpResponse.json({}, { status: 503, headers: { 'Retry-After': '60' } })
          : respondWithTimeline(query, seriesByGrouping);
      }),
    );
    open(comparedPage);
    expect(await readVerdictCell()).toBe('');
    await pass(3_000);
    await waitFor(async () => expect(await readVerdictCell()).toBe(realVerdict), waitOptions);
  });

  it.each([
    ['the names of platforms', '', ['scans'], '*/v1/sites/:siteId/filters'],
    ['counts', '&category=shoes', ['counts'], countsPath],
  ])('wait no more than three seconds for %s', async (_, filter, capabilities, path) => {
    world.override(
      http.get(timelinesPath, ({ request }) =>
        respondWithTimeline(new URL(request.url).searchParams, unchangedSeries),
      ),
      http.get(scansPath, () => HttpResponse.json(scansWith(() => 60))),
      http.get(path, hang),
    );
    open(comparedPage + filter, capabilities);
    expect(await readVerdictCell()).toBe('');
    await pass(3_000);
    await waitFor(async () => expect(await readVerdictCell()).toBe(realVerdict), waitOptions);
  });
});

const indices = Array.from({ length: 9 }, (_, index) => index);
/** A report of nine scans; only the first `evidenceCount` have evidence. */
const reportWith = (brand: ReportColumns['brand'], evidenceCount: number): ReportColumns => ({
  metric: 'visibility',
  groupBy: 'brand',
  brand,
  filters: null,
  scans: indices.map((index) => ({
    scanId: `scan ${index}`,
    date: `2026-02-0${index + 1}`,
    hasTime: true,
    moment: Date.UTC(2026, 1, index + 1),
  })),
  series: [
    {
      id: 'a',
      key: 'a',
      label: 'Acme',
      present: null,
      values: Float64Array.from(indices, (index) => (index < evidenceCount ? 10 : Number.NaN)),
    },
  ],
  isOfTrackedBrand: true,
  trackedId: null,
  unplaced: 0,
});

describe('the list of measurement changes', () => {
  const acme = { id: 'a', name: 'Acme' };
  const request = requestOf(readSearch({}), '2026-02-28');
  /** @param counts receives the number of changed scans at each render; undefined while unknown */
  function renderChanges(
    report: ReportColumns,
    counts: unknown[] = [],
    capabilities: string[] = [],
  ) {
    const settings = { ...world.signedIn('agency'), capabilities };
    const session = settings.session?.id ?? null;
    const client = createQueryClient({ session, paging: settings.paging }, () => {});
    const wrapper = ({ children }: PropsWithChildren) => (
      <SessionContext value={createSessionStore(settings)}>
        <QueryClientProvider client={client}>
          <SiteContext value={{ siteId: measured.siteId, clientId: null }}>{children}</SiteContext>
        </QueryClientProvider>
      </SessionContext>
    );
    const shown = {
      report,
      compared: null,
      loadedAt: 0,
      isOld: false,
      isLoading: false,
      lastError: null,
      error: null,
      retry: () => {},
    };
    const hook = renderHook(
      ({ isOld }: { isOld: boolean }) => {
        const shownNow = { ...shown, isOld };
        const changes = useMeasurementChanges(request, shownNow, true);
        counts.push(changes?.length);
        return changes;
      },
      { wrapper, initialProps: { isOld: false } },
    );
    return { ...hook, client };
  }

  it.each([
    ['one scan with evidence', reportWith(acme, 1)],
    ['two scans with evidence', reportWith(acme, 2)],
    ['no brand', reportWith(null, 9)],
  ])('is empty, without a request, for a report with %s', (_, report) => {
    const { result, client } = renderChanges(report);
    expect(result.current).toEqual([]);
    expect(client.isFetching()).toBe(0);
  });

  it('is kept while it is reloaded, and if the reload fails', async () => {
    const counts: unknown[] = [];
    let isFailing = false;
    let refusalCount = 0;
    world.override(
      http.get(timelinesPath, ({ request }) => {
        if (!isFailing)
          return respondWithTimeline(new URL(request.url).searchParams, seriesByGrouping);
        refusalCount += 1;
        return HttpResponse.json({}, { status: 403 });
      }),
    );
    const { result, client } = renderChanges(reportWith(acme, 9), counts);
    await waitFor(() => expect(result.current?.length).toBe(1));
    counts.length = 0;
    isFailing = true;
    act(() => focusManager.setFocused(false));
    await act(() => client.invalidateQueries({ refetchType: 'none' }));
    act(() => focusManager.setFocused(true));
    await waitFor(() => expect(refusalCount).toBe(2));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(new Set([...counts, result.current?.length])).toEqual(new Set([1]));
    focusManager.setFocused(undefined);
  });

  it('has the changes that were found first when it is reloaded, while other parts are slow', async () => {
    let series = unchangedSeries;
    let hasCounts = true;
    world.override(
      http.get(timelinesPath, ({ request }) =>
        respondWithTimeline(new URL(request.url).searchParams, series),
      ),
      http.get(countsPath, () =>
        hasCounts ? HttpResponse.json(countsWith(100, () => 60)) : hang(),
      ),
    );
    const { result, client } = renderChanges(reportWith(acme, 9), [], ['counts']);
    await waitFor(() => expect(result.current).toEqual([]));
    series = seriesByGrouping;
    hasCounts = false;
    await act(async () => void client.invalidateQueries());
    await waitFor(() => expect(result.current?.length).toBe(1), waitOptions);
    expect(client.isFetching()).toBeGreaterThan(0);
  });

  it('is empty if unknown after three seconds, even while the next report is loading', () => {
    vi.useFakeTimers();
    world.override(http.get(timelinesPath, hang));
    const { result, rerender } = renderChanges(reportWith(acme, 9));
    act(() => vi.advanceTimersByTime(2_000));
    rerender({ isOld: true });
    expect(result.current).toBeNull();
    act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toEqual([]);
    vi.useRealTimers();
  });

  it('is empty if it cannot be loaded', async () => {
    world.override(http.get(timelinesPath, () => HttpResponse.json({}, { status: 403 })));
    const { result } = renderChanges(reportWith(acme, 9));
    expect(result.current).toBeNull();
    await waitFor(() => expect(result.current).toEqual([]));
  });

  it('is loaded without caching the reports behind it', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) =>
        respondWithTimeline(new URL(request.url).searchParams, seriesByGrouping),
      ),
    );
    const { result, client } = renderChanges(reportWith(acme, 9));
    await waitFor(() => expect(result.current?.length).toBe(1));
    expect(client.getQueryCache().findAll({ queryKey: ['timeline'] })).toEqual([]);
  });
});

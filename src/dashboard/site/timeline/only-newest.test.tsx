import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { groupings, metrics } from '../../../contract/enums.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { SiteContext } from '../../use-site.ts';
import { readSearch, requestOf } from '../search/search.ts';
import { useReport } from '../use-report.ts';

const choices = metrics.flatMap((metric) => groupings.map((groupBy) => ({ metric, groupBy })));
type Choice = (typeof choices)[number];
const nameOf = ({ metric, groupBy }: Choice) => `${metric} by ${groupBy}`;

interface PendingRequest {
  choice: string;
  respond: () => void;
  refuse: () => void;
}

/** A service whose responses the test releases, in any order. */
function createControlledService() {
  const waiting: PendingRequest[] = [];
  const reportOf = (choice: Choice) => ({
    ...choice,
    brand: null,
    series: [{ key: 'a', label: nameOf(choice), points: [] }],
    filters: { platform: [], region: [], startDate: null, endDate: null },
  });
  const fetch = (address: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      const query = new URL(address, 'http://page.test').searchParams;
      const choice = {
        metric: metrics.find((metric) => metric === query.get('metric')) ?? 'visibility',
        groupBy: groupings.find((grouping) => grouping === query.get('groupBy')) ?? 'brand',
      } as const;
      const settle = (done: () => void) => () => {
        const place = waiting.indexOf(entry);
        if (place >= 0) waiting.splice(place, 1);
        done();
      };
      const entry: PendingRequest = {
        choice: nameOf(choice),
        respond: settle(() => resolve(Response.json(reportOf(choice)))),
        refuse: settle(() => resolve(Response.json({ message: 'No.' }, { status: 400 }))),
      };
      waiting.push(entry);
      signal.addEventListener(
        'abort',
        settle(() => reject(signal.reason)),
      );
    });
  return { waiting, fetch };
}

function ReportOutput({ choice }: { choice: Choice }) {
  const search = { ...readSearch({}), ...choice };
  const { report, isOld } = useReport(requestOf(search, '2026-11-08'), null);
  return <output data-old={isOld}>{report?.series[0]?.label}</output>;
}

const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('choose' as const), index: fc.nat(choices.length - 1) }),
    fc.record({ act: fc.constantFrom('respond' as const, 'refuse' as const), index: fc.nat() }),
  ),
  { minLength: 2, maxLength: 24 },
);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a report is replaced only by a response to the newest choice, and marked as old until then', async () => {
  const counts = { changed: 0, old: 0, superseded: 0 };
  await fc.assert(
    fc
      .asyncProperty(fc.nat(choices.length - 1), steps, async (first, sequence) => {
        const service = createControlledService();
        vi.stubGlobal('fetch', service.fetch);
        const client = createQueryClient(
          { session: 's', paging: { cursor: 'cursor', limit: 'limit' } },
          () => {},
        );
        const choiceAt = (index: number) =>
          choices[index] ?? { metric: 'visibility', groupBy: 'brand' };
        const pageFor = (choice: Choice) => (
          <QueryClientProvider client={client}>
            <SiteContext value={{ siteId: 'site', clientId: null }}>
              <ReportOutput choice={choice} />
            </SiteContext>
          </QueryClientProvider>
        );
        const flush = () => act(() => vi.advanceTimersByTimeAsync(1));
        let choice: Choice = choiceAt(first);
        const view = render(pageFor(choice));
        await flush();
        let previousText = '';
        const checkOutput = () => {
          const output = view.container.querySelector('output');
          const shown = output?.textContent ?? '';
          const isOld = output?.getAttribute('data-old') === 'true';
          if (shown !== previousText) {
            expect(shown, 'a newly drawn report').toBe(nameOf(choice));
            counts.changed += 1;
          }
          if (shown !== '') expect(isOld, `${shown} marked as old`).toBe(shown !== nameOf(choice));
          if (isOld) counts.old += 1;
          previousText = shown;
          return { shown, isOld };
        };
        checkOutput();
        for (const step of sequence) {
          if (step.act === 'choose') {
            const pending = service.waiting.length;
            const previous = choice;
            choice = choiceAt(step.index);
            view.rerender(pageFor(choice));
            // A different choice aborts the requests for the previous one.
            if (nameOf(choice) !== nameOf(previous)) counts.superseded += pending;
          } else {
            service.waiting[step.index % Math.max(1, service.waiting.length)]?.[step.act]();
          }
          await flush();
          expect(service.waiting.every((entry) => entry.choice === nameOf(choice))).toBe(true);
          checkOutput();
        }
        // Requests the newest report again, since it may have been refused, and lets the request succeed.
        const refetch = client.refetchQueries({ type: 'active' });
        await flush();
        for (const entry of [...service.waiting]) entry.respond();
        await flush();
        await refetch;
        expect(checkOutput()).toEqual({ shown: nameOf(choice), isOld: false });
      })
      .afterEach(() => {
        cleanup();
      }),
    { numRuns: 200 },
  );
  expect(Math.min(counts.changed, counts.old, counts.superseded)).toBeGreaterThan(200);
});

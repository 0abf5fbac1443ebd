import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { measured, unknownId, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const scanId = uuid(0x910);
const scanPath = '*/v1/sites/:siteId/scans/:scanId';
const filtersPath = '*/v1/sites/:siteId/filters';
const scanWith = (fields: object) => ({
  id: scanId,
  status: 'completed',
  createdAt: '2026-01-01T22:00:00Z',
  startedAt: '2026-01-01T22:10:00Z',
  completedAt: '2026-01-01T23:14:30Z',
  updatedAt: '2026-01-01T23:14:30Z',
  ...fields,
});
const respondWith = (fields: object) =>
  world.override(http.get(scanPath, () => HttpResponse.json(scanWith(fields))));
const respondWithoutOptions = () =>
  world.override(http.get(filtersPath, () => HttpResponse.json({})));
const runningFields = { status: 'running', completedAt: null };
/** Sends one response for each request, then repeats the last. @returns a function that counts the requests so far */
function respondInTurn(...responses: (() => Response)[]) {
  let requestCount = 0;
  world.override(
    http.get(scanPath, () => {
      requestCount += 1;
      return responses[Math.min(requestCount, responses.length) - 1]?.();
    }),
  );
  return () => requestCount;
}
const responseWith = (fields: object) => () => HttpResponse.json(scanWith(fields));
const open = (search: string) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, world.signedIn('agency'));
const findPanel = async () => within(await screen.findByRole('dialog', { name: /^Scan/ }));
/** Finds the value that the panel shows for a term. */
const findValue = async (name: string) => {
  const term = await (await findPanel()).findByText(name, { selector: 'dt' });
  return term.nextElementSibling?.textContent;
};

describe('the scan panel', () => {
  it('shows the status, the times in the selected zone with UTC beside them, and the duration', async () => {
    respondWith({});
    open(`?scan=${scanId}&zone=Pacific/Auckland`);
    expect(await findValue('Status')).toBe('Completed');
    expect(await findValue('Started')).toMatch(/2.*11:10.*1.*10:10.*UTC$/);
    expect(await findValue('Completed')).toMatch(/2.*12:14.*1.*11:14.*UTC$/);
    expect(await findValue('Duration')).toBe('1 hour 4 minutes');
    expect(await findValue('Scan ID')).toContain(scanId);
    expect((await findPanel()).getByText('Times in Pacific/Auckland')).toBeTruthy();
  });

  it('requests and shows what was measured in the scan', async () => {
    const { first } = measured.scans;
    open(`?scan=${first}`);
    const dialog = await findPanel();
    expect(await dialog.findByText('Measured in this scan')).toBeTruthy();
    expect(await findValue('AI platforms')).toContain('ChatGPT');
    expect(world.calls.some((call) => call.endsWith(`/filters?scanId=${first}`))).toBe(true);
  });

  it.each([
    ['queued', 'Queued', ['not yet', 'not yet', 'not yet']],
    ['running', 'Running', ['unknown', 'not yet', 'not yet']],
    ['crawling', 'crawling (unknown status)', ['unknown', 'unknown', 'unknown']],
    [null, 'unknown', ['unknown', 'unknown', 'unknown']],
  ])('describes a status of %s with missing times', async (status, word, times) => {
    respondWith({ status, createdAt: null, startedAt: null, completedAt: null });
    open(`?scan=${scanId}`);
    expect(await findValue('Status')).toBe(word);
    expect(await findValue('Created')).toBe('unknown');
    const names = ['Started', 'Completed', 'Duration'];
    expect(await Promise.all(names.map(findValue))).toEqual(times);
  });

  it.each([
    [null, '2026-01-01T22:10:00Z', /^Scan of .*10:10/],
    ['', '2026-01-01T22:10:00Z', /^Scan of .*10:10/],
    ['', '', /^Scan$/],
  ])(
    'has the scan’s end time in its title, or else its start time, if known: %j, %j',
    async (completedAt, startedAt, title) => {
      respondWith({ completedAt, startedAt });
      open(`?scan=${scanId}&zone=UTC`);
      expect(await findValue('Status')).toBe('Completed');
      expect((await findPanel()).getByRole('heading', { level: 2 }).textContent).toMatch(title);
    },
  );

  it('stops refreshing once the scan has ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const countRequests = respondInTurn(
      responseWith(runningFields),
      responseWith(runningFields),
      responseWith({ status: 'failed' }),
    );
    open(`?scan=${scanId}`);
    expect(await (await findPanel()).findByText(/Still running/)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(async () => expect(await findValue('Status')).toBe('Failed'));
    expect((await findPanel()).queryByText(/Still/)).toBeNull();
    expect(await findValue('Ended')).toMatch(/UTC$/);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(countRequests()).toBe(3);
  });

  it('does not refresh while the page is hidden', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const countRequests = respondInTurn(responseWith(runningFields));
    open(`?scan=${scanId}`);
    await (await findPanel()).findByText(/Still running/);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(countRequests()).toBe(1);
  });

  it('regularly reloads what has been measured in a running scan', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondWith(runningFields);
    let label = 'Before';
    world.override(
      http.get(filtersPath, () => HttpResponse.json({ tags: [{ value: 'a', label }] })),
    );
    open(`?scan=${scanId}`);
    expect(await findValue('Tags')).toBe('Before');
    label = 'After';
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(async () => expect(await findValue('Tags')).toBe('After'));
  });

  it('announces a changed status and reloads what was measured', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondInTurn(responseWith(runningFields), responseWith({}));
    let label = 'Before';
    world.override(
      http.get(filtersPath, () => HttpResponse.json({ tags: [{ value: 'a', label }] })),
    );
    open(`?scan=${scanId}`);
    const status = await (await findPanel()).findByText('Running');
    expect(status.getAttribute('role')).toBe('status');
    expect(await findValue('Tags')).toBe('Before');
    label = 'After';
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(status.textContent).toBe('Completed'));
    await waitFor(async () => expect(await findValue('Tags')).toBe('After'));
  });

  it('keeps its details when a refresh fails, and says when they were loaded', async () => {
    respondWithoutOptions();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondInTurn(responseWith(runningFields), () =>
      HttpResponse.json({ message: 'Not now.' }, { status: 400 }),
    );
    open(`?scan=${scanId}`);
    await (await findPanel()).findByText('Running');
    await vi.advanceTimersByTimeAsync(5_000);
    const alert = await (await findPanel()).findByRole('alert');
    expect(alert.textContent).toMatch(/could not be refreshed; these details are from .*20\d\d/);
    expect(await findValue('Status')).toBe('Running');
  });

  it('shows that the scan is loading, then that it could not be loaded, with a button that tries again', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(
        scanPath,
        async () => {
          await gate.promise;
          return HttpResponse.json({ message: 'Not now.' }, { status: 400 });
        },
        { once: true },
      ),
      http.get(scanPath, responseWith({})),
    );
    open(`?scan=${scanId}`);
    expect((await findPanel()).getByText('Loading the scan')).toBeTruthy();
    gate.resolve();
    const alert = await (await findPanel()).findByRole('alert');
    expect(alert.textContent).toContain('The scan could not be loaded');
    expect(alert.textContent).toContain('Not now.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await findValue('Status')).toBe('Completed');
  });

  it('tries three times before it shows a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const countRequests = respondInTurn(() => new HttpResponse(null, { status: 500 }));
    open(`?scan=${scanId}`);
    await findPanel();
    await waitFor(() => expect(countRequests()).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await (await findPanel()).findByRole('alert')).toBeTruthy();
    expect(countRequests()).toBe(3);
  });

  it('distinguishes platforms with the same name by their method', async () => {
    respondWith({});
    world.override(
      http.get(filtersPath, () =>
        HttpResponse.json({
          models: [
            { id: 'a', name: 'Oracle', method: 'web' },
            { id: 'b', name: 'Oracle', method: 'api' },
            { id: 'c', name: 'Sibyl', method: 'web' },
            { id: 'd', name: null, method: null },
          ],
        }),
      ),
    );
    open(`?scan=${scanId}`);
    expect(await findValue('AI platforms')).toBe('Oracle (website)Oracle (API)Sibyld');
    expect((await findPanel()).queryByText('Regions')).toBeNull();
  });

  it('distinguishes platforms with the same name even if one has no answers, and names that one', async () => {
    respondWith(runningFields);
    const [measuredPlatform, silentPlatform] = ['web', 'api'].map((method) => ({
      id: method,
      name: 'Oracle',
      method,
    }));
    world.override(
      http.get(filtersPath, ({ request }) =>
        HttpResponse.json({
          models: request.url.includes('scanId')
            ? [measuredPlatform]
            : [measuredPlatform, silentPlatform],
        }),
      ),
    );
    open(`?scan=${scanId}`);
    expect(await findValue('AI platforms')).toBe('Oracle (website)');
    expect((await findPanel()).getByText('No answers from Oracle (API) yet.')).toBeTruthy();
  });

  it('says that nothing has been measured yet while the scan is queued', async () => {
    respondWith({ ...runningFields, status: 'queued', startedAt: null });
    respondWithoutOptions();
    open(`?scan=${scanId}`);
    expect(await (await findPanel()).findByText('Nothing has been measured yet.')).toBeTruthy();
  });

  it('copies the ID of the scan, or shows that copying failed', async () => {
    respondWithoutOptions();
    const user = userEvent.setup();
    respondWith({});
    open(`?scan=${scanId}`);
    await findValue('Status');
    const copy = (await findPanel()).getByRole('button', { name: 'Copy' });
    await user.click(copy);
    expect(await (await findPanel()).findByRole('button', { name: 'Copied' })).toBe(copy);
    expect(await navigator.clipboard.readText()).toBe(scanId);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(copy);
    expect(await (await findPanel()).findByText(/^The ID could not be copied/)).toBeTruthy();
  });

  it('shows that an unknown scan was not found, and removes it from the address when closed', async () => {
    const user = userEvent.setup();
    const { address } = open(`?scan=${unknownId}&metric=gap`);
    const alert = await (await findPanel()).findByRole('alert');
    expect(alert.textContent).toContain('Scan not found on this site.');
    expect((await findPanel()).queryByText('Measured in this scan')).toBeNull();
    await user.click((await findPanel()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toMatch(/\?metric=gap$/);
  });

  it('reports separately that what was measured could not be loaded, with a button that tries again', async () => {
    const user = userEvent.setup();
    respondWith({});
    let isFailing = true;
    world.override(
      http.get(filtersPath, ({ request }) =>
        request.url.includes('scanId') && isFailing
          ? HttpResponse.json({ message: 'No list.' }, { status: 400 })
          : HttpResponse.json({ tags: [{ value: 'a', label: 'Alpha' }] }),
      ),
    );
    open(`?scan=${scanId}`);
    const alert = await (await findPanel()).findByRole('alert');
    expect(alert.textContent).toContain('The measurement details could not be loaded');
    expect(await findValue('Status')).toBe('Completed');
    isFailing = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await findValue('Tags')).toBe('Alpha');
  });
});

describe('the panel of a measured scan', () => {
  const openWith = (search: string, capabilities = ['answers', 'counts']) =>
    openAllDates(`/sites/${measured.siteId}/timeline`, search, {
      ...world.signedIn('agency'),
      capabilities,
    });

  it('shows each series’ value, change since the previous scan and number of answers', async () => {
    const rowsOf = async (capabilities: string[]) => {
      const page = openWith(`?scan=${measured.scans.undated}&zone=UTC`, capabilities);
      const name = 'Visibility at this scan';
      const table = await (await findPanel()).findByRole('table', { name });
      const texts = () =>
        within(table)
          .getAllByRole('row')
          .map((row) => [...row.children].map(({ textContent }) => textContent));
      await waitFor(() => expect(texts().flat()).not.toContain('–'));
      const rowTexts = texts();
      page.unmount();
      return rowTexts;
    };
    const expectedRows = [
      ['Brand', 'Value', 'Since the previous scan', 'Answers'],
      ['Acme', '66.7%', '+16.7\u00a0pt', '3'],
      ['Delta', '66.7%', '+66.7\u00a0pt', '3'],
      ['gamma', '33.3%', '+33.3\u00a0pt', '3'],
      ['Beta', '0.0%', '−50.0\u00a0pt', '3'],
    ];
    expect(await rowsOf(['counts'])).toEqual(expectedRows);
    // Without the capability, the number of answers is not shown.
    expect(await rowsOf([])).toEqual(expectedRows.map((row) => row.slice(0, 3)));
  });

  it('shows the number of answers from a platform, requested for the day of the scan alone', async () => {
    const from = world.calls.length;
    openWith(`?scan=${measured.scans.first}&groupBy=platform`);
    const link = await (await findPanel()).findByRole('link', {
      name: /^Read the 2\sanswers: ChatGPT/,
    });
    expect(link.textContent).toBe('2');
    expect(link.getAttribute('href')).toContain('platform=chatgpt_app');
    const calls = world.calls.slice(from).filter((call) => /counts\?.*platform=/.test(call));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      expect(call).toContain('startDate=2026-01-01&endDate=2026-01-01');
    }
  });

  it('shows the counts of answers, requested for at most four series at a time', async () => {
    const platforms = Array.from({ length: 9 }, (_, index) => `platform_${index}`);
    const point = { date: '2026-01-01', completedAt: '2026-01-01T23:30:00Z', value: 50 };
    const points = [{ ...point, scanId: measured.scans.first }];
    const releases: (() => void)[] = [];
    let [runningCount, maxRunning] = [0, 0];
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'platform',
          filters: null,
          brand: { id: measured.brands.acme, name: 'Acme' },
          series: platforms.map((key) => ({ key, label: key, points })),
        }),
      ),
      http.get('*/sightline/v1/sites/:siteId/reports/counts', async ({ request }) => {
        if (new URL(request.url).searchParams.has('platform')) {
          runningCount += 1;
          maxRunning = Math.max(maxRunning, runningCount);
          await new Promise<void>((resolve) => releases.push(resolve));
          runningCount -= 1;
        }
        const scanCount = {
          scanId: measured.scans.first,
          date: point.date,
          answers: 7,
          prompts: 1,
        };
        return HttpResponse.json({ data: [scanCount] });
      }),
    );
    openWith(`?scan=${measured.scans.first}&groupBy=platform`, ['counts']);
    const cells = async () => (await findPanel()).queryAllByRole('cell', { name: '7' });
    for (const waitingCount of [4, 4, 1]) {
      await waitFor(() => expect(releases).toHaveLength(waitingCount));
      for (const release of releases.splice(0)) release();
    }
    await waitFor(async () => expect(await cells()).toHaveLength(platforms.length));
    expect(maxRunning).toBe(4);
  });

  it.each([
    ['in the comparison period', '&startDate=2026-01-03&endDate=2026-01-05'],
    ['in view', '&startDate=2026-01-01&endDate=2026-01-05'],
  ])('links to the answers of the scan when it is %s', async (_, days) => {
    const user = userEvent.setup();
    openWith(`?scan=${measured.scans.first}${days}`);
    await user.click(
      await (await findPanel()).findByRole('link', { name: /^Read the 4\sanswers$/ }),
    );
    const list = await screen.findByRole('list', { name: 'Answers' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  });

  it('is titled with the scan’s time', async () => {
    openWith(`?scan=${measured.scans.first}&zone=UTC`);
    const name = /^Scan of Thu, Jan 1, 2026, 11:30\sPM$/;
    expect(await screen.findByRole('dialog', { name })).toBeTruthy();
  });

  it('has buttons for the previous and the next scan', async () => {
    const user = userEvent.setup();
    const { address } = openWith(`?scan=${measured.scans.undated}`);
    await user.click(await (await findPanel()).findByRole('button', { name: 'Previous scan' }));
    await waitFor(() => expect(address()).toContain(measured.scans.first));
    const previous = await (await findPanel()).findByRole('button', { name: 'Previous scan' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    await user.click((await findPanel()).getByRole('button', { name: 'Next scan' }));
    await waitFor(() => expect(address()).toContain(measured.scans.undated));
  });

  it('keeps the focus on the button when the scan changes', async () => {
    const user = userEvent.setup();
    const { address } = openWith(`?scan=${measured.scans.undated}`);
    const previous = await (await findPanel()).findByRole('button', { name: 'Previous scan' });
    previous.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toContain(measured.scans.first));
    expect(await findValue('Scan ID')).toContain(measured.scans.first);
    expect(document.activeElement).toBe(previous);
    expect(previous.isConnected).toBe(true);
  });

  it('does not show what was measured in another scan while the details of this scan load', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(filtersPath, async ({ request }) => {
        if (!request.url.includes('scanId')) return;
        if (request.url.includes(measured.scans.first)) await gate.promise;
        return HttpResponse.json({ tags: [{ value: 'a', label: 'Of the later scan' }] });
      }),
    );
    openWith(`?scan=${measured.scans.undated}`);
    expect(await findValue('Tags')).toBe('Of the later scan');
    await user.click(await (await findPanel()).findByRole('button', { name: 'Previous scan' }));
    expect(await (await findPanel()).findByText('Loading measurement details')).toBeTruthy();
    expect((await findPanel()).queryByText('Of the later scan')).toBeNull();
    gate.resolve();
    expect(await findValue('Tags')).toBeTruthy();
  });

  it.each(['', '&region=US', '&platform=claude_api&tag=fit'])(
    'links to a list of as many answers as the link states, with the filters “%s”',
    async (filters) => {
      const user = userEvent.setup();
      const { address } = openWith(`?scan=${measured.scans.first}${filters}`);
      const link = await (await findPanel()).findByRole('link', { name: /^Read the \d answers?$/ });
      const count = Number(/\d/.exec(link.textContent ?? ''));
      await user.click(link);
      const list = await screen.findByRole('list', { name: 'Answers' });
      expect(within(list).getAllByRole('listitem')).toHaveLength(count);
      expect(address()).toContain(`scanId=${measured.scans.first}`);
      expect(address()).not.toContain('scan=');
    },
  );

  it.each([
    ['completed', /^No answers from .*ChatGPT[^.]*(?<!yet)\.$/],
    ['running', /^No answers from .*ChatGPT.* yet\.$/],
  ])('names the platforms without answers in a %s scan', async (status, text) => {
    respondWith({ status });
    openWith(`?scan=${measured.scans.silent}`);
    expect(await (await findPanel()).findByText(text)).toBeTruthy();
  });

  it('has no link if the service does not list answers', async () => {
    openWith(`?scan=${measured.scans.first}`, []);
    await (await findPanel()).findByRole('table', { name: 'Visibility at this scan' });
    expect((await findPanel()).queryByRole('link', { name: /^Read/ })).toBeNull();
  });
});

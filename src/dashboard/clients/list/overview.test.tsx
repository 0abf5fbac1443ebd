import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  busyClientNames,
  busySiteIdOf,
  loadBusyWorld,
} from '../../../../tests/service/busy-world.ts';
import { now } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import {
  faultHandlersOf,
  hangingHandler,
  sightlineCalls,
} from '../../../../tests/setup/sightline-faults.ts';
import { OverviewPage } from '../../../contract/sightline/resources.ts';
import { patience } from '../../api/sightline/optional.ts';

setUpBrowser();
const world = setUpService(loadBusyWorld);
const overview = '*/sightline/v1/overview';
/** The number of clients: those of the busy world, and three of the small world. */
const clientCount = busyClientNames.length + 3;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (capabilities: readonly string[], path = '/clients') =>
  openDashboard(path, { ...world.signedIn('agency'), capabilities: [...capabilities] });

/** Returns the rows once each shows how many sites the client has, or that its sites or figures are missing. */
async function findRows() {
  const table = await screen.findByRole('table', { name: 'Clients' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  await waitFor(() => {
    expect(rows()).toHaveLength(clientCount);
    for (const row of rows()) expect(row.textContent).toMatch(/\d\ssites?|No active sites|Figures/);
  });
  return rows();
}
async function loadRowHtml(capabilities: readonly string[], path?: string) {
  open(capabilities, path);
  const rows = (await findRows()).map(({ innerHTML }) => innerHTML);
  cleanup();
  return rows;
}
let rowsFromV1: Promise<string[]> | null = null;
/** The rows of a service without the overview, which are the same in every test. */
function loadRowsFromV1(): Promise<string[]> {
  rowsFromV1 ??= loadRowHtml([]);
  return rowsFromV1;
}
/** Leaves out the last cell of each row: v1 does not count failed scans. */
async function loadRowHtmlWithoutFailures(capabilities: readonly string[], path: string) {
  open(capabilities, path);
  const rows = (await findRows()).map((row) =>
    [...row.children].slice(0, -1).map(({ innerHTML }) => innerHTML),
  );
  cleanup();
  return rows;
}
const getFigureCalls = () => world.calls.filter((call) => / \/v1\/.*(timeline|sites\?)/.test(call));
const findRow = async (name: string) =>
  (await findRows()).find((row) => within(row).queryByRole('link', { name }));

describe('the figures of the client table', () => {
  it.each(['/clients', '/clients?sort=drop', '/clients?sort=-scan', '/clients?sort=trend'])(
    'are the same from the overview as from v1, except for failed scans: %s',
    async (path) => {
      const fromV1 = await loadRowHtmlWithoutFailures([], path);
      expect(sightlineCalls(world.calls)).toEqual([]);
      const before = getFigureCalls().length;
      expect(before).toBeGreaterThan(2 * busyClientNames.length);
      expect(await loadRowHtmlWithoutFailures(['sites'], path)).toEqual(fromV1);
      expect(sightlineCalls(world.calls)).toEqual(['GET /sightline/v1/overview?limit=200']);
      // The overview omits clients without sites, and scans of sites without a tracked brand.
      expect(getFigureCalls().slice(before)).toHaveLength(1 + 1 + 3);
    },
  );

  it('cover sites with few scans, with a scan of unknown time or without a tracked brand, and clients without sites', async () => {
    open(['sites']);
    await findRows();
    for (const [name, text] of [
      ['Daily', /−\d+\.\d.*real drop.*%.*1\ssitedaily\.example/],
      ['Twice', /Too few scans to tell.*%.*1\ssitetwice\.example/],
      ['Several', /%.*6\ssitesShown: fresh\.example/],
      ['Silent', /%.*silent\.example/],
      ['Undated', /%.*undated\.example\D{3}, \D{3} \d+, \d{4} \(UTC day\)/],
      ['Untracked', /No evidence.*3\ssitesShown: competitor\.example/],
      ['Siteless', /No active sites/],
    ] as const) {
      expect((await findRow(name))?.textContent).toMatch(text);
    }
  });

  it('include the number of failed scans since the last completed one', async () => {
    open(['sites']);
    await findRows();
    for (const [name, text] of [
      ['Daily', '22 failed scans since the last completed one'],
      ['Twice', '0'],
      ['Untracked', '11 failed scan since each site’s last completed one'],
      ['Unmeasured', '33 failed scans, none completed'],
      ['Siteless', ''],
    ] as const) {
      expect((await findRow(name))?.lastElementChild?.textContent).toBe(text);
    }
  });

  it('label the number of failed scans in a narrow window, which has no column headers', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    open(['sites']);
    const shown = async (name: string) =>
      (await screen.findByRole('link', { name })).closest('li')?.textContent;
    await screen.findByText('2 failed scans since the last completed one');
    expect(await shown('Daily')).toMatch(/Failed scans: 2/);
    expect(await shown('Twice')).toMatch(/Failed scans: 0$/);
    expect(await shown('Siteless')).not.toMatch(/Failed scans/);
  });

  it('show failed scans as unknown if an older service does not count them', async () => {
    world.override(
      http.get(overview, async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        const response = await world.send(pathname + search, 'agency');
        const { data, nextCursor } = v.parse(OverviewPage, await response.json());
        const olderRows = data.map(({ failedScans, ...row }) => row);
        return HttpResponse.json({ data: olderRows, nextCursor });
      }),
    );
    open(['sites']);
    await findRows();
    for (const name of ['Daily', 'Twice', 'Untracked']) {
      expect((await findRow(name))?.lastElementChild?.textContent).toBe('–unknown');
    }
    expect(getFigureCalls().length).toBeLessThan(busyClientNames.length);
  });

  it('come from every page of the overview', async () => {
    const fromOnePage = await loadRowHtml(['sites']);
    world.override(
      http.get(overview, async ({ request }) => {
        const { pathname, searchParams } = new URL(request.url);
        expect(searchParams.get('limit')).toBe('200');
        searchParams.set('limit', '5');
        const response = await world.send(`${pathname}?${searchParams}`, 'agency');
        return HttpResponse.json(await response.json());
      }),
    );
    const before = sightlineCalls(world.calls).length;
    expect(await loadRowHtml(['sites'])).toEqual(fromOnePage);
    expect(sightlineCalls(world.calls).length - before).toBeGreaterThan(2);
  });
});

describe('a client whose compared periods were measured differently', () => {
  const sentence = 'Measured differently since Jan 17: Claude API added';
  const timelines = '*/v1/sites/:siteId/reports/timeline';

  it.each([
    ['the overview', ['sites']],
    ['reports by platform and region', []],
    ['a list of scans', ['scans']],
  ])('says so in place of a verdict, based on %s', async (_, capabilities) => {
    open(capabilities);
    const row = await findRow('Remeasured');
    if (!row) throw new Error('The client has no row.');
    expect(within(row).getByText('measured differently')).toBeTruthy();
    expect(within(row).getByText(sentence)).toBeTruthy();
    expect(within(row).getByText(/^−\d+\.\d/)).toBeTruthy();
    expect(within(row).queryByText(/scatter|^real/)).toBeNull();
  });

  it('is described in the same words on the timeline of its site', async () => {
    const siteId = busySiteIdOf('remeasured.example');
    for (const capabilities of [[], ['sites', 'scans']]) {
      openDashboard(`/sites/${siteId}/timeline?range=30d`, {
        ...world.signedIn('agency'),
        capabilities,
      });
      const table = await screen.findByRole('table', { name: /as a table$/ });
      expect(await within(table).findAllByText(sentence)).toHaveLength(2);
      cleanup();
    }
  });

  const modelsOf = (chatgpt: string, claude: string) => [
    { platform: 'chatgpt_api', model: chatgpt },
    { platform: 'claude_api', model: claude },
  ];
  it.each([
    [
      'names were found by new rules',
      { rules: 1 },
      { rules: 2 },
      /measured differentlyMeasured differently since Jan 12: names found by new rules/,
    ],
    [
      'two of its three platforms changed their models',
      { models: modelsOf('gpt-6-sol', 'opus-5') },
      { models: modelsOf('gpt-6.1-sol', 'opus-6') },
      /measured differentlyMeasured differently since Jan 12: Claude API: opus-5 → opus-6 and 1 more change/,
    ],
    [
      'one of its three platforms did, which could not have moved it by as much,',
      { models: modelsOf('gpt-6-sol', 'opus-5') },
      { models: modelsOf('gpt-6.1-sol', 'opus-5') },
      /real drop, model changedDown 35\.4\spt: .*, although ChatGPT API changed its model on Jan 12/,
    ],
  ])('says so if %s', async (_, earlier, later, expected) => {
    world.override(
      http.get(overview, async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        const response = await world.send(pathname + search, 'agency');
        const { data, nextCursor } = v.parse(OverviewPage, await response.json());
        const rows = data.map((row) => {
          const { scanId } = row.points.at(-20) ?? {};
          const first = row.measured?.[0];
          if (row.name !== 'daily.example' || !first || !scanId) return row;
          return {
            ...row,
            measured: [
              { ...first, ...earlier },
              { ...first, scanId, ...later },
            ],
          };
        });
        return HttpResponse.json({ data: rows, nextCursor });
      }),
    );
    open(['sites']);
    const row = await findRow('Daily');
    expect(row?.textContent).toMatch(expected);
  });

  it('keeps its verdict if an older service does not list what was measured', async () => {
    world.override(
      http.get(overview, async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        const response = await world.send(pathname + search, 'agency');
        const { data, nextCursor } = v.parse(OverviewPage, await response.json());
        const olderRows = data.map(({ measured, ...row }) => row);
        return HttpResponse.json({ data: olderRows, nextCursor });
      }),
    );
    open(['sites']);
    expect((await findRow('Remeasured'))?.textContent).toMatch(/−\d+\.\d.*real/);
    expect(screen.queryByText('measured differently')).toBeNull();
  });

  it.each([
    ['fail', () => HttpResponse.json({}, { status: 500, headers: { 'Retry-After': '0' } })],
    ['are malformed', () => HttpResponse.json({ series: 'none' })],
  ])('keeps its verdict if the reports needed to detect the change %s', async (_, resolver) => {
    world.override(
      http.get(timelines, ({ request }) =>
        new URL(request.url).searchParams.has('groupBy') ? resolver() : undefined,
      ),
    );
    open([]);
    expect((await findRow('Remeasured'))?.textContent).toMatch(/−\d+\.\d.*real/);
    expect(screen.queryByText('measured differently')).toBeNull();
  });
});

describe('an overview that cannot be used', () => {
  it.each(faultHandlersOf('a list', 'status 500', 'a broken connection'))(
    'is replaced by v1 after a fault: %s',
    async (_, handler) => {
      const fromV1 = await loadRowsFromV1();
      world.override(handler);
      expect(await loadRowHtml(['sites'])).toEqual(fromV1);
      expect(sightlineCalls(world.calls)).toHaveLength(1);
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('stays replaced by v1 when the user returns to the tab', async () => {
    world.override(http.get(overview, () => HttpResponse.json({}, { status: 403 })));
    open(['sites']);
    const before = (await findRows()).map(({ innerHTML }) => innerHTML);
    fireEvent(window, new Event('visibilitychange'));
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(({ innerHTML }) => innerHTML)).toEqual(before);
    expect(sightlineCalls(world.calls)).toHaveLength(1);
  });

  it.each([
    ['never ends', { data: [], nextCursor: 'again' }],
    ['has no sites', { data: [], nextCursor: null }],
    ['has an invalid row', { data: [{ id: 4 }], nextCursor: null }],
  ])('is replaced by v1 if it %s', async (_, body) => {
    const fromV1 = await loadRowsFromV1();
    let calls = 0;
    world.override(
      http.get(overview, () => {
        calls += 1;
        const nextCursor = body.nextCursor && `${body.nextCursor} ${calls}`;
        return HttpResponse.json({ ...body, nextCursor });
      }),
    );
    expect(await loadRowHtml(['sites'])).toEqual(fromV1);
    expect(calls).toBeLessThanOrEqual(100);
  });

  it('is replaced by v1 if it does not arrive in time; names and sorting by name do not wait', async () => {
    const fromV1 = await loadRowHtml([], '/clients?sort=client');
    const before = getFigureCalls().length;
    vi.useFakeTimers({ now, shouldAdvanceTime: true });
    world.override(hangingHandler);
    open(['sites'], '/clients?sort=client');
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)[0]).toContain(
        'Daily',
      ),
    );
    await vi.advanceTimersByTimeAsync(patience);
    expect((await findRows()).map(({ innerHTML }) => innerHTML)).toEqual(fromV1);
    expect(getFigureCalls()).toHaveLength(2 * before);
  });

  it('leaves placeholders in the row of every client while no response arrives', async () => {
    world.override(hangingHandler);
    open(['sites']);
    const blocks = (row: HTMLElement) => row.querySelectorAll('td [aria-hidden="true"]').length;
    await waitFor(() => {
      const rows = screen.getAllByRole('row').slice(1);
      expect(rows.map(blocks)).toEqual(Array.from({ length: clientCount }, () => 6));
    });
  });
});

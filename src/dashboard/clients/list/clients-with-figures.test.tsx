import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser, testNow } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { utcDay } from '../../../contract/dates/days.ts';

setUpBrowser();
const world = setUpService();

const dayLength = 86_400_000;
const dayOf = (ago: number) => utcDay(testNow - ago * dayLength);
/** Repeating noise, so that verdicts have a scatter to compare changes with. */
const noise = [0.4, -0.9, 1.1, -0.2, 0.7, -1.3, 0.2];

interface Report {
  brand: { id: string; name: string } | null;
  series: unknown[];
}

/** Creates a report of one tracked brand with one scan a day, or one every `distance` days, oldest first. */
function createReport(
  valueAt: (daysAgo: number) => number | null,
  days = 180,
  newestDaysAgo = 0,
  distance = 1,
): Report {
  return {
    brand: { id: uuid(1), name: 'Acme' },
    series: [
      {
        key: uuid(1),
        label: 'Acme',
        points: Array.from({ length: days }, (_, n) => {
          const ago = newestDaysAgo + (days - 1 - n) * distance;
          const value = valueAt(ago);
          const at = `${dayOf(ago)}T00:00:00Z`;
          return { date: dayOf(ago), completedAt: at, value, scanId: uuid(0x500 + ago) };
        }),
      },
    ],
  };
}
/** Values around `before` until 30 days ago or as many as `days`, and around `now` since then. */
const createStep =
  (before: number, now: number, days = 30) =>
  (ago: number) =>
    (ago < days ? now : before) + (noise[ago % noise.length] ?? 0);

interface Plan {
  name: string;
  sites: Record<string, Report>;
}

/** Serves clients with sites and reports. */
function serve(plans: readonly Plan[]) {
  const sites = plans.map((plan, at) =>
    Object.keys(plan.sites).map((name, n) => ({ id: uuid(0x100 * (at + 1) + n), name })),
  );
  world.override(
    http.get('*/v1/clients', () =>
      HttpResponse.json({ data: plans.map(({ name }, at) => ({ id: uuid(0xc0 + at), name })) }),
    ),
    http.get('*/v1/clients/:clientId/sites', ({ params }) =>
      HttpResponse.json({
        data: sites[Number.parseInt(String(params['clientId']).slice(-2), 16) - 0xc0],
      }),
    ),
    http.get('*/v1/sites/:siteId/reports/timeline', ({ params }) => {
      const at = sites.findIndex((clientSites) =>
        clientSites.some(({ id }) => id === params['siteId']),
      );
      const siteName = sites[at]?.find(({ id }) => id === params['siteId'])?.name ?? '';
      return HttpResponse.json(plans[at]?.sites[siteName] ?? {});
    }),
  );
}

const plans: readonly Plan[] = [
  { name: 'Steady', sites: { 'steady.example': createReport(createStep(40, 40)) } },
  { name: 'Falling', sites: { 'falling.example': createReport(createStep(60, 50)) } },
  { name: 'Rising', sites: { 'rising.example': createReport(createStep(20, 32)) } },
  { name: 'Sinking', sites: { 'sinking.example': createReport(createStep(80, 50)) } },
];

const findRow = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  const row = link.closest('tr');
  if (!row) throw new Error(`No row for ${name}`);
  return within(row);
};
const getNames = () =>
  screen.getAllByRole('rowheader').map((name) => within(name).getByRole('link').textContent);

describe('the clients', () => {
  it('show the visibility, its change with a verdict, and the last scan', async () => {
    serve(plans);
    openDashboard('/clients', world.signedIn('agency'));
    const falling = await findRow('Falling');
    const figure = await falling.findByRole('link', { name: /visibility of falling.example/ });
    expect(figure.textContent).toMatch(/^50\.\d%/);
    expect(figure.getAttribute('href')).toBe(
      `/sites/${uuid(0x200)}/timeline?client=${uuid(0xc1)}&range=30d`,
    );
    expect(await falling.findByText(/^−(9\.9|10\.0|10\.1)/)).toBeTruthy();
    expect(falling.getByText('real drop')).toBeTruthy();
    const cells = falling.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells[0]).toMatch(/^−\d+\.\d\spt real drop/);
    expect(cells[1]).toMatch(/^50\.\d%/);
    expect(falling.getByText(/^Down .* pt: more than the usual scatter$/)).toBeTruthy();
    expect(cells[4]).toMatch(/^[A-Z0-9](?!canned)/);
    expect(await (await findRow('Rising')).findByText('real rise')).toBeTruthy();
    const steady = await findRow('Steady');
    expect(await steady.findByText('usual scatter')).toBeTruthy();
    expect(steady.getByText(/^Within the usual scatter \(±.* pt\)$/)).toBeTruthy();
  });

  it.each([
    ['weekly', 7, 90],
    ['monthly', 30, 365],
  ])(
    'cover the period that fits a site that is scanned %s, and say so',
    async (_, distance, days) => {
      const report = createReport(createStep(60, 50, days), 60, 0, distance);
      serve([{ name: 'Rare', sites: { 'rare.example': report } }, ...plans]);
      openDashboard('/clients', world.signedIn('agency'));
      const row = await findRow('Rare');
      const figure = await row.findByRole('link', {
        name: new RegExp(`visibility of rare.example in the last ${days} days$`),
      });
      expect(figure.textContent).toMatch(/^(49|50)\.\d%/);
      expect(figure.getAttribute('href')).toContain(`&range=${days}d`);
      expect(row.getByText(`${days} days`)).toBeTruthy();
      expect(await row.findByText('real drop')).toBeTruthy();
    },
  );

  it('show “No recent scan” with a link to all dates if the last scan was over a year ago', async () => {
    const report = createReport(() => 40, 10, 400);
    serve([{ name: 'Old', sites: { 'old.example': report } }, ...plans]);
    openDashboard('/clients', world.signedIn('agency'));
    const row = await findRow('Old');
    const figure = await row.findByRole('link', {
      name: /visibility of old.example at all dates$/,
    });
    expect(figure.textContent).toMatch(/^No recent scan/);
    expect(figure.getAttribute('href')).toContain('&dates=all');
  });

  it('show and name the site scanned most recently among those with a tracked brand', async () => {
    const untracked = { ...createReport(createStep(10, 10)), brand: null };
    serve([
      {
        name: 'Many',
        sites: {
          'untracked.example': untracked,
          'old.example': createReport(createStep(10, 10), 100, 60),
          'new.example': createReport(createStep(30, 30)),
          'older.example': createReport(createStep(10, 10), 100, 90),
        },
      },
      ...plans,
    ]);
    openDashboard('/clients', world.signedIn('agency'));
    const many = await findRow('Many');
    expect(await many.findByText('4 sites')).toBeTruthy();
    expect(many.getByText('new.example')).toBeTruthy();
    expect(many.getByText(/^Shown:/)).toBeTruthy();
  });

  it('show the number of sites on the first page with a plus sign if there are more', async () => {
    serve(plans);
    world.override(
      http.get('*/v1/clients/:clientId/sites', () =>
        HttpResponse.json({
          data: [{ id: uuid(0x100), name: 'steady.example' }],
          nextCursor: 'more',
        }),
      ),
    );
    openDashboard('/clients', world.signedIn('agency'));
    const row = await findRow('Steady');
    expect(await row.findByText('1+ sites')).toBeTruthy();
    expect(row.getByText(/^Shown:/)).toBeTruthy();
  });

  it('show that the latest scan failed, and count the failure, if the service reports it', async () => {
    serve([
      {
        name: 'Broken',
        sites: { 'b.example': createReport((ago) => (ago === 0 ? null : 10), 40) },
      },
      ...plans,
    ]);
    world.override(
      http.get('*/v1/sites/:siteId/scans/:scanId', ({ params }) =>
        HttpResponse.json({ id: params['scanId'], status: 'failed' }),
      ),
    );
    openDashboard('/clients', world.signedIn('agency'));
    const broken = await findRow('Broken');
    expect(await broken.findByText(/^Latest scan failed/)).toBeTruthy();
    expect(broken.getByText('1+')).toBeTruthy();
    expect(broken.getByText('at least 1 failed scan')).toBeTruthy();
    const steady = await findRow('Steady');
    expect(await steady.findByText('unknown')).toBeTruthy();
  });

  it('show visibility and changes with the same number of decimal places in all rows', async () => {
    const createNoisyReport = (value: number) =>
      createReport((ago) => value * (1 + (noise[ago % 7] ?? 0) / 100));
    serve([
      { name: 'Large', sites: { 'large.example': createNoisyReport(0.6) } },
      { name: 'Small', sites: { 'small.example': createNoisyReport(0.004) } },
    ]);
    openDashboard('/clients', { ...world.signedIn('agency'), units: {} });
    for (const name of ['Large', 'Small']) {
      const row = await findRow(name);
      await row.findByRole('link', { name: /: visibility of/ });
      const [change, visibility] = row.getAllByRole('cell');
      // Once both rows have loaded, the larger values determine the decimals.
      await waitFor(() => expect(visibility?.textContent).toMatch(/^0\.\d{3}:/));
      expect(change?.textContent).toMatch(/^\D?0\.\d{3}\D/);
    }
  });

  it('show the brand with the tracked brand’s name, or none, if series keys are not brand IDs', async () => {
    const plain = createReport(createStep(40, 40));
    const withLabels = (...labels: readonly string[]): Report => ({
      ...plain,
      series: labels.map((label) => ({ ...Object(plain.series[0]), key: 'some-key', label })),
    });
    serve([
      { name: 'Named', sites: { 'named.example': withLabels('Linden', 'Acme') } },
      { name: 'Unnamed', sites: { 'unnamed.example': withLabels('Linden') } },
    ]);
    openDashboard('/clients', world.signedIn('agency'));
    const named = await findRow('Named');
    expect((await named.findByRole('link', { name: /visibility of named/ })).textContent).toMatch(
      /^(39|40)\.\d%/,
    );
    const unnamed = await findRow('Unnamed');
    expect(await unnamed.findByText('Brand not identified')).toBeTruthy();
  });

  it('keep their names when figures cannot be loaded', async () => {
    serve(plans);
    world.override(
      http.get('*/v1/clients/:clientId/sites', () => HttpResponse.json({}, { status: 403 })),
    );
    openDashboard('/clients', world.signedIn('agency'));
    expect(await screen.findAllByText('Figures unavailable')).toHaveLength(plans.length);
    expect(getNames()).toEqual(plans.map(({ name }) => name));
  });
});

/** Clients with the same latest visibility but different slopes. */
const slopedPlans: readonly Plan[] = [
  { name: 'Level', sites: { 'level.example': createReport(() => 40) } },
  { name: 'Declining', sites: { 'declining.example': createReport((ago) => 40 + ago / 5, 60) } },
  { name: 'Climbing', sites: { 'climbing.example': createReport((ago) => 40 - ago / 5, 60) } },
];

describe('the client table', () => {
  it.each([
    ['Visibility', /share of answers that mention the brand/],
    ['Change', /last 30 days minus.*“real drop” or “real rise”.*Verdict:.*fewer than 1 of 80/],
    ['Trend', /compares slopes/],
  ])(
    'opens the definition of %s from its column header by keyboard, and returns the focus',
    async (term, text) => {
      const user = userEvent.setup();
      serve(plans);
      openDashboard('/clients', world.signedIn('agency'));
      const header = await screen.findByRole('columnheader', { name: new RegExp(`^${term}`) });
      const button = await within(header).findByRole('button', { name: `About “${term}”` });
      button.focus();
      await user.keyboard('{Enter}');
      expect(screen.getByRole('dialog', { name: term }).textContent).toMatch(text);
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(button);
    },
  );
});

describe('the line above the clients', () => {
  it('names the clients with a real drop, the largest first, and explains itself', async () => {
    const user = userEvent.setup();
    serve(plans);
    openDashboard('/clients', world.signedIn('agency'));
    expect(
      await screen.findByText(/^2 clients have a real drop: Sinking and Falling/),
    ).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'About “Real drop”' }));
    expect(screen.getByRole('dialog', { name: 'Real drop' }).textContent).toMatch(
      /All clients loaded so far are judged together.*Cannot be judged:.*Which site:.*Failed scans:/,
    );
  });

  it('says what is known while more clients can be loaded', async () => {
    serve(plans);
    world.override(
      http.get('*/v1/clients', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json({}, { status: 400 })
          : HttpResponse.json({
              data: plans.slice(0, 1).map(({ name }) => ({ id: uuid(0xc0), name })),
              nextCursor: 'next',
            }),
      ),
    );
    openDashboard('/clients', world.signedIn('agency'));
    expect(
      await screen.findByText('No real drop among the 1 client whose figures have loaded.'),
    ).toBeTruthy();
  });
});

describe('sorting the clients', () => {
  it('by worst drop puts the worst real drop first, until the button is clicked again', async () => {
    const user = userEvent.setup();
    serve(plans);
    const page = openDashboard('/clients', world.signedIn('agency'));
    const button = await screen.findByRole('button', { name: 'Worst real drop first' });
    await user.click(button);
    await waitFor(() => expect(getNames()).toEqual(['Sinking', 'Falling', 'Steady', 'Rising']));
    expect(page.address()).toBe('/clients?sort=drop');
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await user.click(button);
    await waitFor(() => expect(getNames()).toEqual(plans.map(({ name }) => name)));
    expect(page.address()).toBe('/clients');
  });

  it.each([
    ['Client', 'client', ['Falling', 'Rising', 'Sinking', 'Steady'], 'ascending'],
    ['Change', 'change', ['Rising', 'Steady', 'Falling', 'Sinking'], 'descending'],
    ['Trend', 'trend', ['Climbing', 'Level', 'Declining'], 'descending', slopedPlans],
  ])(
    'by the column %s takes one click on its header, and another click reverses the order',
    async (label, sort, order, direction, servedPlans = plans) => {
      const user = userEvent.setup();
      serve(servedPlans);
      const page = openDashboard('/clients', world.signedIn('agency'));
      const header = await screen.findByRole('columnheader', { name: new RegExp(label) });
      const button = within(header).getByRole('button', { name: label });
      await user.click(button);
      await waitFor(() => expect(getNames()).toEqual(order));
      expect(header.getAttribute('aria-sort')).toBe(direction);
      expect(page.address()).toBe(`/clients?sort=${sort}`);
      await user.click(button);
      await waitFor(() => expect(getNames()).toEqual([...order].reverse()));
      expect(page.address()).toBe(`/clients?sort=-${sort}`);
    },
  );

  it('first loads the figures of rows off screen, with at most five requests at a time, and shows the progress', async () => {
    class NoneInView {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', NoneInView);
    const clients = Array.from({ length: 9 }, (_, n) => ({
      name: `Client ${n}`,
      sites: { [`s${n}.example`]: createReport(createStep(50, 50 - 3 * n)) },
    }));
    serve(clients);
    let openRequests = 0;
    let maxOpen = 0;
    const gates: (() => void)[] = [];
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', async () => {
        openRequests += 1;
        maxOpen = Math.max(maxOpen, openRequests);
        const gate = Promise.withResolvers<void>();
        gates.push(gate.resolve);
        await gate.promise;
        openRequests -= 1;
        // Falls through to the report.
        return undefined;
      }),
    );
    openDashboard('/clients?sort=drop', world.signedIn('agency'));
    expect(await screen.findByText(/^Loading figures before sorting: 0 of 9 clients/)).toBeTruthy();
    // Three reports for each client: by brand, by platform and by region.
    for (let released = 0; released < 27; released += 1) {
      await waitFor(() => expect(gates.length).toBeGreaterThan(released));
      act(() => gates[released]?.());
    }
    await waitFor(() => expect(getNames()[0]).toBe('Client 8'));
    expect(maxOpen).toBeGreaterThanOrEqual(4);
    expect(maxOpen).toBeLessThanOrEqual(5);
    expect(screen.queryByText(/^Loading figures/)).toBeNull();
  });

  it('by name requests no figures for rows off screen', async () => {
    class NoneInView {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', NoneInView);
    serve(plans);
    openDashboard('/clients?sort=client', world.signedIn('agency'));
    await waitFor(() => expect(getNames()[0]).toBe('Falling'));
    expect(world.calls.filter((call) => call.includes('/sites'))).toEqual([]);
  });
});

it('clients sorted by name include those of later pages', async () => {
  serve(plans);
  world.override(
    http.get('*/v1/clients', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      const data = plans.slice(page, page + 1).map(({ name }) => ({ id: uuid(0xc0 + page), name }));
      return HttpResponse.json({ data, nextCursor: page < 3 ? String(page + 1) : null });
    }),
  );
  openDashboard('/clients?sort=client', world.signedIn('agency'));
  await waitFor(() => expect(getNames()).toEqual(['Falling', 'Rising', 'Sinking', 'Steady']));
});

describe('the clients in a narrow window', () => {
  it('are shown as a sortable list', async () => {
    const user = userEvent.setup();
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    serve(plans);
    const page = openDashboard('/clients', world.signedIn('agency'));
    await user.selectOptions(await screen.findByLabelText('Sort by'), 'Largest drop');
    const getListedNames = () =>
      within(screen.getByRole('main'))
        .getAllByRole('listitem')
        .map((item) => within(item).getAllByRole('link')[0]?.textContent);
    await waitFor(() =>
      expect(getListedNames()).toEqual(['Sinking', 'Falling', 'Steady', 'Rising']),
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(page.address()).toBe('/clients?sort=-change');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Steepest rise');
    expect(page.address()).toBe('/clients?sort=trend');
    await user.click(await screen.findByRole('button', { name: 'About “Real drop”' }));
    expect(screen.getByRole('dialog', { name: 'Real drop' }).textContent).toMatch(
      /Change:.*Verdict:.*Visibility:.*Trend:.*Which site:.*Failed scans:/,
    );
    const sinking = screen.getByRole('link', { name: 'Sinking' }).closest('li');
    expect(sinking?.textContent).toMatch(/^Sinking−.*real drop.*Scanned/);
  });
});

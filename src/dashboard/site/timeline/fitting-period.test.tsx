import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { branches, measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { addDays } from '../../../contract/dates/days.ts';

setUpBrowser();
const world = setUpService();

const today = '2026-11-08';
const timelinesPath = '*/v1/sites/:siteId/reports/timeline';
const acme = uuid(0x901);
const scanCount = 60;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T12:00:00Z`) });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Serves 60 scans, one every `distance` days, the last one `age` days ago.
 * @returns a list to which the query of each requested timeline by brand is added
 */
function serve({ distance = 7, age = 0 } = {}): string[] {
  const queries: string[] = [];
  world.override(
    http.get(timelinesPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const groupBy = query.get('groupBy') ?? 'brand';
      if (groupBy === 'brand') queries.push(query.toString());
      const [startDate, endDate] = [query.get('startDate'), query.get('endDate')];
      const points = Array.from({ length: scanCount }, (_, index) => ({
        date: addDays(today, -age - (scanCount - 1 - index) * distance),
        value: 40 + (index % 3),
        scanId: uuid(0x1000 + index),
      })).filter(({ date }) => date >= (startDate ?? '') && date <= (endDate ?? '9999'));
      return HttpResponse.json({
        metric: query.get('metric') ?? 'visibility',
        groupBy,
        brand: { id: acme, name: 'Acme' },
        series: [{ key: groupBy === 'brand' ? acme : 'chatgpt_app', label: 'Acme', points }],
        filters: { platform: [], region: [], startDate, endDate },
      });
    }),
  );
  return queries;
}

const path = `/sites/${measured.siteId}/timeline`;
const open = (search = '') => openDashboard(path + search, world.signedIn('agency'));
const findTable = () => screen.findByRole('table', { name: /as a table$/ });
const dates = () => screen.getByRole('button', { name: /UTC days$/ }).textContent;

describe('a timeline whose address has no dates', () => {
  it('still says which parameters it ignored once its dates are in the address', async () => {
    serve();
    const page = open('?metric=unheard-of');
    await findTable();
    await waitFor(() => expect(page.address()).toContain('range='));
    expect(page.address()).not.toContain('unheard-of');
    expect(screen.getByText('Ignored because of invalid values: metric.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Gap' }));
    await waitFor(() => expect(screen.queryByText(/^Ignored because/)).toBeNull());
  });

  it('covers the period that fits the site, says why, and needs no second request', async () => {
    const queries = serve();
    const { address } = open();
    expect(await screen.findByText(/ · last 90 days; scanned weekly/)).toBeTruthy();
    await waitFor(() => expect(address()).toBe(`${path}?range=90d`));
    expect(dates()).toBe('Last 90 days UTC days');
    expect(within(await findTable()).getByRole('columnheader', { name: /Verdict/ })).toBeTruthy();
    expect(queries).toEqual(['']);
  });

  it('shows nothing but a skeleton, with the usual period chosen, until the period is known', async () => {
    serve();
    const shown = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const [count] of document.body.textContent?.matchAll(/\d+ scans/g) ?? []) {
        shown.add(count);
      }
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    open();
    await screen.findByText('Loading the timeline');
    expect(dates()).toBe('Last 30 days UTC days');
    expect(screen.getByLabelText<HTMLSelectElement>('Compare').value).toBe('previous');
    await findTable();
    observer.disconnect();
    expect(shown).not.toContain('60 scans');
    expect(shown).toContain('13 scans');
  });

  it('leaves no entry of its own in the history', async () => {
    serve();
    const { address, router } = openDashboard('/clients', world.signedIn('agency'));
    await screen.findByRole('table', { name: 'Clients' });
    await act(() =>
      router.navigate({ to: '/sites/$siteId/timeline', params: { siteId: measured.siteId } }),
    );
    await waitFor(() => expect(address()).toBe(`${path}?range=90d`));
    act(() => router.history.back());
    await waitFor(() => expect(address()).toBe('/clients'));
  });

  it('keeps the notice about a wrong client', async () => {
    serve();
    const { siteId } = branches.second.ids;
    const { address } = openDashboard(
      `/clients/${branches.first.ids.clientId}/sites/${siteId}/timeline`,
      world.signedIn('agency'),
    );
    await waitFor(() => expect(address()).toBe(`/sites/${siteId}/timeline?range=90d`));
    expect(await screen.findByText(/does not belong to the client in this link/)).toBeTruthy();
  });

  it('keeps every other parameter', async () => {
    serve({ distance: 1 });
    const { address } = open('?metric=gap&groupBy=platform&compare=none&zone=UTC');
    await waitFor(() =>
      expect(address()).toBe(`${path}?metric=gap&groupBy=platform&range=30d&compare=none&zone=UTC`),
    );
  });

  it('shows all dates if the last scan was over a year ago', async () => {
    const queries = serve({ age: 400 });
    const { address } = open();
    expect(await screen.findByText(/^60 scans/)).toBeTruthy();
    expect(dates()).toBe('All dates UTC days');
    expect(address()).toBe(path);
    expect(queries).toEqual(['']);
  });
});

describe('a timeline with dates', () => {
  it.each([
    ['?range=90d', /last 90 days; scanned weekly/],
    ['?range=90d&compare=year', /last 90 days; scanned weekly/],
  ])('says that they fit if they do: %s', async (search, text) => {
    serve();
    open(search);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each(['?range=30d', '?range=365d', '?dates=all', '?range=90d&compare=none'])(
    'says nothing about the cadence if it does not determine them: %s',
    async (search) => {
      serve();
      open(search);
      await findTable();
      expect(document.body.textContent).not.toContain('scanned');
    },
  );

  it('shows all dates if those are chosen, and keeps them on every page', async () => {
    const user = userEvent.setup();
    serve();
    const { address } = open();
    await findTable();
    await user.click(screen.getByRole('button', { name: /UTC days$/ }));
    await user.click(screen.getByRole('radio', { name: 'All dates' }));
    expect(await screen.findAllByText(/^60 scans/)).not.toHaveLength(0);
    expect(address()).toBe(`${path}?dates=all`);
    await user.click(screen.getByRole('link', { name: 'Matrix' }));
    await waitFor(() => expect(address()).toContain('/matrix?dates=all'));
    expect(dates()).toBe('All dates UTC days');
    await user.click(screen.getByRole('link', { name: 'Report' }));
    await waitFor(() => expect(address()).toContain('/report?dates=all'));
    expect(await screen.findAllByText(/^60 scans/)).not.toHaveLength(0);
  });
});

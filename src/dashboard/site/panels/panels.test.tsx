import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { measured, unknownId } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const searchesPath = '*/sightline/v1/sites/:siteId/reports/searches';
const promptPath = '*/v1/sites/:siteId/prompts/:promptId';
const open = (search: string) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, world.signedIn('agency'));
const openWithSearches = (search: string) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, {
    ...world.signedIn('agency'),
    capabilities: ['searches'],
  });
const findPanel = async (name: string) =>
  within(await screen.findByRole('dialog', { name: new RegExp(`^${name}`) }));
/** Finds the value that the panel shows for a term. */
const findValue = async (name: string, panel: 'Scan' | 'Prompt' = 'Scan') => {
  const term = await (await findPanel(panel)).findByText(name, { selector: 'dt, dt *' });
  return term.closest('dt')?.nextElementSibling?.textContent;
};

describe('a scan', () => {
  it('is opened with Enter on the chart, which gets focus back when the panel closes', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    const slider = await screen.findByRole('slider');
    slider.focus();
    await user.keyboard('{Home}{ArrowRight}');
    const before = slider.getAttribute('aria-valuetext');
    await user.keyboard('{Enter}');
    await findPanel('Scan');
    expect(address()).toContain('?scan=');
    await user.click((await findPanel('Scan')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('slider'));
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(before);
  });

  it('is opened from a point in the table', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    const table = within(await screen.findByRole('table', { name: /as a table/ }));
    await user.click(table.getByRole('button', { name: /Acme/ }));
    const points = within(screen.getByRole('table', { name: /^Every point of/ }));
    const [newest] = points.getAllByRole('button');
    if (newest) await user.click(newest);
    await findPanel('Scan');
    expect(address()).toContain('?scan=');
  });

  it('of unknown time is opened by a button that names its UTC day', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    const table = within(await screen.findByRole('table', { name: /as a table/ }));
    await user.click(table.getByRole('button', { name: /Acme/ }));
    const points = within(screen.getByRole('table', { name: /^Every point of/ }));
    await user.click(points.getByRole('button', { name: /^unknown time, UTC day .*3/ }));
    await findPanel('Scan');
    expect(address()).toContain(`?scan=${measured.scans.undated}`);
  });

  it('is reported as unknown, with the point’s value, if the report does not name it', async () => {
    const user = userEvent.setup();
    const point = { date: '2026-01-05', completedAt: null, value: 12.5, scanId: null };
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          series: [{ key: 'a', label: 'Solo', points: [point] }],
        }),
      ),
    );
    const { address } = open('');
    (await screen.findByRole('slider')).focus();
    await user.keyboard('{End}{Enter}');
    const dialog = await findPanel('Scan');
    expect(dialog.getByText(/does not say which scan this point belongs to/)).toBeTruthy();
    expect(await findValue('Solo')).toBe('12.5%');
    expect(address()).not.toContain('scan=');
  });
});

describe('a point without a scan ID', () => {
  it('stays open when a report adds an earlier point, and is reported missing when one omits it', async () => {
    const user = userEvent.setup();
    const pointOn = (date: string, value: number) => ({ date, value, scanId: null });
    let points = [pointOn('2026-01-05', 5), pointOn('2026-01-06', 6)];
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({
          metric: 'visibility',
          groupBy: 'brand',
          series: [{ key: 'a', label: 'Solo', points }],
        }),
      ),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    open('');
    (await screen.findByRole('slider')).focus();
    await user.keyboard('{Home}{Enter}');
    expect(await findValue('Solo')).toBe('5.0%');
    const refetch = (newPoints: typeof points) => {
      points = newPoints;
      vi.setSystemTime(Date.now() + 3_600_000);
      fireEvent(window, new Event('visibilitychange'));
    };
    refetch([pointOn('2026-01-04', 4), ...points]);
    await waitFor(() => expect(document.body.textContent).toContain('3 scans'));
    expect(await findValue('Solo')).toBe('5.0%');
    refetch([pointOn('2026-01-06', 6)]);
    expect(await screen.findByText('This point is no longer in the timeline.')).toBeTruthy();
  });
});

describe('the prompt panel', () => {
  it('shows the prompt’s category, tags, products and personas', async () => {
    open(`?prompt=${measured.prompts.shoes}`);
    expect(await findValue('Category', 'Prompt')).toBe('buying');
    expect(await findValue('Tags', 'Prompt')).toBe('price');
    expect(await findValue('Products', 'Prompt')).toBe('Shoes');
    expect(await findValue('Personas', 'Prompt')).toBe('Runner');
  });

  it('shows what platforms searched for, with the filters and dates in view', async () => {
    openWithSearches(`?prompt=${measured.prompts.care}&platform=claude_api`);
    const panel = await findPanel('Prompt');
    await panel.findByRole('heading', { name: 'Searched for' });
    expect(panel.getByText('In 2 answers with these filters and dates.')).toBeTruthy();
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'clean suede2 answers · Claude API',
        'best running shoes1 answer · Claude API',
      ]),
    );
    const call = world.calls.find((path) => path.includes('/reports/searches')) ?? '';
    expect(new URL(call, 'http://x').searchParams.getAll('platform')).toEqual(['claude_api']);
  });

  it('folds searches after the tenth, and says how many are not listed', async () => {
    const searches = Array.from({ length: 12 }, (_, n) => ({ query: `search ${n}`, answers: 1 }));
    world.override(
      http.get(searchesPath, () => HttpResponse.json({ answers: 12, searches, more: 3 })),
    );
    openWithSearches(`?prompt=${measured.prompts.care}`);
    const panel = await findPanel('Prompt');
    const summary = await panel.findByText('2 more searches');
    expect(summary.closest('details')?.open).toBe(false);
    expect(panel.getByText('3 rarer searches are not listed.')).toBeTruthy();
  });

  it('shows no searches if none are known', async () => {
    const onRequest = vi.fn();
    world.override(
      http.get(searchesPath, () => {
        onRequest();
        return HttpResponse.json({ answers: 0, searches: [], more: 0 });
      }),
    );
    openWithSearches(`?prompt=${measured.prompts.care}`);
    const panel = await findPanel('Prompt');
    await waitFor(() => expect(onRequest).toHaveBeenCalled());
    await panel.findByText('care');
    expect(panel.queryByText('Searched for')).toBeNull();
  });

  it('requests no searches without the capability', async () => {
    open(`?prompt=${measured.prompts.care}`);
    expect(await findValue('Category', 'Prompt')).toBe('care');
    expect(world.calls.filter((call) => call.includes('/reports/searches'))).toEqual([]);
  });

  it('shows that an unknown prompt was not found', async () => {
    open(`?prompt=${unknownId}`);
    const alert = await (await findPanel('Prompt')).findByRole('alert');
    expect(alert.textContent).toContain('Prompt not found on this site.');
  });

  it('shows that it is loading, then only the details that the service has', async () => {
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(promptPath, async () => {
        await gate.promise;
        return HttpResponse.json({ promptId: unknownId, text: null, category: null, tags: null });
      }),
    );
    open(`?prompt=${unknownId}`);
    const dialog = await findPanel('Prompt');
    expect(dialog.getByText('Loading the prompt')).toBeTruthy();
    gate.resolve();
    expect(await dialog.findByText('Prompt without text')).toBeTruthy();
    expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual(['Prompt ID']);
    expect(dialog.queryByText('Loading the prompt')).toBeNull();
  });

  it('shows that the prompt could not be loaded, and has a button that tries again', async () => {
    const user = userEvent.setup();
    world.override(
      http.get(promptPath, () => HttpResponse.json({ message: 'Not now.' }, { status: 400 }), {
        once: true,
      }),
    );
    open(`?prompt=${measured.prompts.shoes}`);
    const alert = await (await findPanel('Prompt')).findByRole('alert');
    expect(alert.textContent).toContain('The prompt could not be loaded');
    expect(alert.textContent).toContain('Not now.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await findValue('Category', 'Prompt')).toBe('buying');
  });

  it('opens once the scan panel shown in its place is closed', async () => {
    const user = userEvent.setup();
    open(`?prompt=${measured.prompts.shoes}&scan=${measured.scans.first}`);
    const scanPanel = await findPanel('Scan');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.click(scanPanel.getByRole('button', { name: 'Close' }));
    await findPanel('Prompt');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

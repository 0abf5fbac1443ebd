import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { measured, unknownId, uuid } from '../../../../tests/service/small-world.ts';
import { browserWorld, openDashboard } from '../../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../../tests/setup/service-world.ts';

browserWorld();
const world = serviceWorld();
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const scanId = uuid(0x910);
const scans = '*/v1/sites/:siteId/scans/:scanId';
const scan = (more: object) => ({
  id: scanId,
  status: 'completed',
  createdAt: '2026-01-01T22:00:00Z',
  startedAt: '2026-01-01T22:10:00Z',
  completedAt: '2026-01-01T23:14:30Z',
  updatedAt: '2026-01-01T23:14:30Z',
  ...more,
});
const answering = (more: object) => world.lay(http.get(scans, () => HttpResponse.json(scan(more))));
const open = (search: string) =>
  openDashboard(`/sites/${measured.siteId}/timeline${search}`, world.signedIn('agency'));
const panel = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** What the panel says of a name. */
const said = async (name: string, of = 'Scan') => {
  const term = await (await panel(of)).findByText(name, { selector: 'dt' });
  return term.nextElementSibling?.textContent;
};

describe('the scan panel', () => {
  it('says status, times in the zone with UTC beside them, and how long it took', async () => {
    answering({});
    open(`?scan=${scanId}&zone=Pacific/Auckland`);
    expect(await said('Status')).toBe('Completed');
    expect(await said('Started')).toMatch(/2.*11:10.*1.*10:10.*UTC$/);
    expect(await said('Completed')).toMatch(/2.*12:14.*1.*11:14.*UTC$/);
    expect(await said('Duration')).toBe('1 hr 4 min');
    expect(await said('Scan ID')).toBe(scanId);
  });

  it('says what was measured in it, and no more than that', async () => {
    const { first } = measured.scans;
    open(`?scan=${first}`);
    const dialog = await panel('Scan');
    expect(await dialog.findByText('Measured in this scan')).toBeTruthy();
    expect(await said('AI platforms')).toContain('ChatGPT');
    expect(world.calls.some((call) => call.endsWith(`/filters?scanId=${first}`))).toBe(true);
  });

  it.each([
    ['queued', { startedAt: null, completedAt: null }, 'Queued', 'not yet'],
    ['crawling', { startedAt: null, completedAt: null }, 'crawling (unknown status)', 'unknown'],
    [null, { createdAt: null, startedAt: null, completedAt: null }, 'unknown', 'unknown'],
  ])('copes with a status of %s and times that are missing', async (status, more, word, absent) => {
    answering({ status, ...more });
    open(`?scan=${scanId}`);
    expect(await said('Status')).toBe(word);
    expect(await said('Started')).toBe(absent);
    expect(await said('Completed')).toBe(absent);
    expect((await panel('Scan')).queryByText('Duration')).toBeNull();
  });

  it('refreshes by itself while the scan runs, and no longer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let asked = 0;
    world.lay(
      http.get(scans, () => {
        asked += 1;
        return HttpResponse.json(
          scan(asked < 3 ? { status: 'running', completedAt: null } : { status: 'failed' }),
        );
      }),
    );
    open(`?scan=${scanId}`);
    expect(await (await panel('Scan')).findByText(/Still running/)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(async () => expect(await said('Status')).toBe('Failed'));
    expect((await panel('Scan')).queryByText(/Still/)).toBeNull();
    expect(await said('Ended')).toMatch(/UTC$/);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toBe(3);
  });

  it('of a scan that does not exist says so, and closes into the address without it', async () => {
    const user = userEvent.setup();
    const { address } = open(`?scan=${unknownId}&metric=gap`);
    const alert = await (await panel('Scan')).findByRole('alert');
    expect(alert.textContent).toContain('This site has no such scan.');
    expect((await panel('Scan')).queryByText('Measured in this scan')).toBeNull();
    await user.click((await panel('Scan')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toMatch(/\?metric=gap$/);
  });

  it('says apart that what was measured could not be loaded, and tries that again', async () => {
    const user = userEvent.setup();
    answering({});
    let broken = true;
    world.lay(
      http.get('*/v1/sites/:siteId/filters', ({ request }) =>
        request.url.includes('scanId') && broken
          ? HttpResponse.json({ message: 'No list.' }, { status: 400 })
          : HttpResponse.json({ tags: [{ value: 'a', label: 'Alpha' }] }),
      ),
    );
    open(`?scan=${scanId}`);
    const alert = await (await panel('Scan')).findByRole('alert');
    expect(alert.textContent).toContain('What was measured could not be loaded');
    expect(await said('Status')).toBe('Completed');
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await said('Tags')).toBe('Alpha');
  });
});

describe('a scan', () => {
  it('is opened from the chart by Enter, and focus comes back to the same scan', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    const slider = await screen.findByRole('slider');
    slider.focus();
    await user.keyboard('{Home}{ArrowRight}');
    const before = slider.getAttribute('aria-valuetext');
    await user.keyboard('{Enter}');
    await panel('Scan');
    expect(address()).toContain('?scan=');
    await user.click((await panel('Scan')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('slider'));
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(before);
  });

  it('is opened from every point in the table', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    const table = within(await screen.findByRole('table', { name: /as a table/ }));
    await user.click(table.getByRole('button', { name: /Acme/ }));
    const points = within(screen.getByRole('table', { name: /^Every point of/ }));
    const [newest] = points.getAllByRole('button');
    if (newest) await user.click(newest);
    await panel('Scan');
    expect(address()).toContain('?scan=');
  });

  it('that no point is attributed to is told as such, with what the point shows', async () => {
    const user = userEvent.setup();
    const point = { date: '2026-01-05', completedAt: null, value: 12.5, scanId: null };
    world.lay(
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
    const dialog = await panel('Scan');
    expect(dialog.getByText(/cannot be attributed to a scan/)).toBeTruthy();
    expect(await said('Solo')).toBe('12.5%');
    expect(address()).not.toContain('scan=');
  });
});

describe('the prompt panel', () => {
  it('says its text, category and classifications', async () => {
    open(`?prompt=${measured.prompts.shoes}`);
    expect(await said('Category', 'Prompt')).toBe('buying');
    expect(await said('Tags', 'Prompt')).toBe('price');
    expect(await said('Products', 'Prompt')).toBe('Shoes');
    expect(await said('Personas', 'Prompt')).toBe('Runner');
  });

  it('of a prompt that does not exist says so', async () => {
    open(`?prompt=${unknownId}`);
    const alert = await (await panel('Prompt')).findByRole('alert');
    expect(alert.textContent).toContain('This site has no such prompt.');
  });

  it('waits until the scan panel is closed', async () => {
    const user = userEvent.setup();
    answering({});
    open(`?prompt=${measured.prompts.shoes}&scan=${scanId}`);
    await user.click((await panel('Scan')).getByRole('button', { name: 'Close' }));
    await panel('Prompt');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const { siteId, brands } = measured;
const reportsPath = '*/sightline/v1/sites/:siteId/reports/prompts';

const open = (search: string, capabilities: readonly string[] = ['prompts']) =>
  openAllDates(`/sites/${siteId}/timeline`, search, {
    ...world.signedIn('agency'),
    capabilities: [...capabilities],
  });
const readRowNames = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const getPromptCalls = () => world.calls.filter((call) => call.includes('/reports/prompts'));

const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const noise = [0.5, -0.4, 0.3, -0.5, 0.4, -0.3];
/** The points of 60 daily scans from 1 January 2026 on. */
const pointsOf = (levelOn: (index: number) => number) =>
  Array.from({ length: 60 }, (_, index) => ({
    date: dayAt(index),
    completedAt: `${dayAt(index)}T10:00:00Z`,
    value: levelOn(index) + (noise[index % noise.length] ?? 0),
    scanId: uuid(0x1000 + index),
  }));

/**
 * Serves a report by prompt.
 * @param more the number of prompts that are left out
 */
function serve(
  series: readonly { label: string; level: (index: number) => number }[],
  more = 0,
): void {
  world.override(
    http.get(reportsPath, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
      return HttpResponse.json({
        metric: 'visibility',
        groupBy: 'prompt',
        brand: { id: brands.acme, name: 'Acme' },
        series: series.map(({ label, level }, index) => ({
          key: uuid(0x2000 + index),
          label,
          points: pointsOf(level).filter(({ date }) => date >= start && date <= end),
        })),
        more,
        filters: {
          platform: [],
          region: [],
          startDate: query.get('startDate'),
          endDate: query.get('endDate'),
        },
      });
    }),
  );
}

describe('a timeline by prompt', () => {
  it('can be chosen like the other groupings, and is kept in the address', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    await user.click(await screen.findByRole('radio', { name: 'Prompt' }));
    await waitFor(() => expect(address()).toContain('groupBy=prompt'));
    await waitFor(async () =>
      expect(await readRowNames()).toEqual([
        'Are Acme running shoes any good?',
        'How do I clean suede?',
      ]),
    );
    expect(screen.getByRole('heading', { name: /Acme · Visibility by prompt/ })).toBeTruthy();
    expect(getPromptCalls()).toHaveLength(1);
  });

  it('describes the chosen brand, with the chosen metric and filters', async () => {
    open(`?groupBy=prompt&brandId=${brands.beta}&metric=gap&region=US&startDate=2026-01-01`);
    await readRowNames();
    expect(screen.getByRole('heading', { name: /Beta · Gap by prompt/ })).toBeTruthy();
    const query = new URL(getPromptCalls()[0]?.slice(4) ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      brandId: brands.beta,
      metric: 'gap',
      region: 'US',
    });
  });

  it('names the highest and the lowest prompt, truncated if long', async () => {
    const longPrompt = `Which ${'very '.repeat(40)}long question?`;
    serve([
      { label: 'Won?', level: () => 80 },
      { label: 'Between?', level: () => 50 },
      { label: longPrompt, level: () => 10 },
    ]);
    open('?groupBy=prompt');
    const highest = await screen.findByText(/highest at the latest scan: “Won\?”/);
    expect(highest.nextElementSibling?.textContent).toMatch(/^7\d\.\d%$/);
    const lowest = screen.getByText(/lowest: “Which very/);
    expect(lowest.textContent).toContain('…”');
    expect(lowest.textContent?.length).toBeLessThan(130);
    expect(await readRowNames()).toContain(longPrompt);
  });

  it('says how many prompts are not shown, and that lower ones may be among them', async () => {
    serve(
      [
        { label: 'First?', level: () => 80 },
        { label: 'Second?', level: () => 70 },
      ],
      51,
    );
    open('?groupBy=prompt');
    expect(
      await screen.findByText(
        /The 2 prompts with the highest averages are shown; 51 more prompts have answers\./,
      ),
    ).toBeTruthy();
    expect(screen.getByText(/lowest of those shown: “Second\?”/)).toBeTruthy();
  });

  it('compares periods, and names the prompts that moved', async () => {
    serve([
      { label: 'Which shoes climb?', level: (index) => (index < 31 ? 20 : 60) },
      { label: 'Which shoes stay?', level: () => 40 },
    ]);
    open('?groupBy=prompt&startDate=2026-02-01&endDate=2026-02-28');
    expect(await screen.findByText(/^highest: “Which shoes climb\?”/)).toBeTruthy();
    const row = (await screen.findByRole('button', { name: 'Which shoes climb?' })).closest('tr');
    await waitFor(() =>
      expect(row?.textContent).toMatch(/Up 40\.\d\spt: more than the usual scatter/),
    );
    const moved = within(screen.getByRole('region', { name: 'What moved' }));
    const link = await moved.findByRole('link', {
      name: /“Which shoes climb\?”, .+: up 40\.\d\spt/,
    });
    expect(link.getAttribute('href')).toContain('groupBy=prompt');
  });

  it('draws more than six prompts as small multiples unless the address says otherwise', async () => {
    const user = userEvent.setup();
    const createPrompts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        label: `Prompt ${index}?`,
        level: () => 10 * index + 5,
      }));
    const queryMultiples = () => screen.queryByRole('list', { name: /one chart per series$/ });
    serve(createPrompts(7));
    const { address, unmount } = open('?groupBy=prompt');
    const choice = within(await screen.findByRole('group', { name: 'Draw as' }));
    await waitFor(() => expect(queryMultiples()).not.toBeNull());
    expect(choice.getByRole<HTMLInputElement>('radio', { name: 'Multiples' }).checked).toBe(true);
    await user.click(choice.getByRole('radio', { name: 'Lines' }));
    await waitFor(() => expect(address()).toContain('view=lines'));
    await waitFor(() => expect(queryMultiples()).toBeNull());
    await user.click(choice.getByRole('radio', { name: 'Multiples' }));
    await waitFor(() => expect(queryMultiples()).not.toBeNull());
    expect(address()).not.toContain('view');
    // Choosing a prompt shows it among the lines.
    const charts = within(await screen.findByRole('list', { name: /one chart per series$/ }));
    await user.click(charts.getByRole('button', { name: /^Prompt 3\?/ }));
    await waitFor(() => expect(queryMultiples()).toBeNull());
    expect(address()).toContain('view=lines');
    unmount();

    serve(createPrompts(6));
    open('?groupBy=prompt');
    expect(await screen.findByRole('slider')).toBeTruthy();
    expect(queryMultiples()).toBeNull();
  });

  it('falls back to brands without the capability, and says so', async () => {
    open('?groupBy=prompt&metric=gap', ['sites', 'counts']);
    expect(await screen.findByText('Ignored because of invalid values: groupBy.')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: /Gap by brand/ })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Prompt' })).toBeNull();
    expect(getPromptCalls()).toEqual([]);
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured } from '../../../../../tests/service/small-world.ts';
import {
  changeAt,
  type Lines,
  lines,
  morePrompts,
  respond,
  scansPath,
  scansWith,
  timelinesPath,
  unchangedLines,
} from '../../../../../tests/setup/changing-site.ts';
import { browserWorld, openDashboard } from '../../../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../../../tests/setup/service-world.ts';
import { markersOf } from './markers.tsx';

browserWorld();
const world = serviceWorld();

const twoChanges: Lines = {
  ...lines,
  region: [
    ['DE', 'Germany', 30, 0],
    ['FR', 'France', 30, changeAt],
  ],
};
const serve = (all: Lines) =>
  world.override(
    http.get(timelinesPath, ({ request }) => respond(new URL(request.url).searchParams, all)),
  );
const open = (search: string, capabilities: string[] = []) =>
  openDashboard(`/sites/${measured.siteId}/timeline${search}`, {
    ...world.signedIn('agency'),
    capabilities,
  });
const marker = () => screen.findByRole('button', { name: /of measurement/ });
const list = () => screen.queryByText('Measured differently since');

describe('columns of a chart', () => {
  const layout = { x: { domain: [0, 100], pixels: [0, 100] } } as const;
  const changedAt = (...columns: number[]) =>
    columns.map((column) => ({ column, date: '2026-02-12', what: [] }));

  it.each([
    ['far apart have a marker each', [0, 30, 60], [0, 30, 60]],
    ['closer than a marker is wide share one', [0, 10, 27, 60], [13.5, 60]],
  ])('that are %s', (_, columns, expected) => {
    const instants = Float64Array.from({ length: 101 }, (_, index) => index);
    const markers = markersOf(changedAt(...columns), layout, instants);
    expect(markers.map(({ at }) => at)).toEqual(expected);
    expect(markers.flatMap(({ lines: each }) => each)).toEqual(columns);
  });
});

describe('a changed measurement', () => {
  it.each([
    ['with a comparison', '?startDate=2026-02-01&endDate=2026-02-28'],
    ['without one', ''],
  ])('is marked once for each scan %s, counted and listed', async (_, search) => {
    serve(twoChanges);
    open(search);
    const button = await marker();
    expect(button.textContent).toBe('2');
    expect(button.getAttribute('aria-label')).toBe('2 changes of measurement, Feb 12');
    const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Feb 12: Perplexity added, France added');
    expect(await screen.findByText(/ · ② Feb 12: Perplexity added, France added$/)).toBeTruthy();
  });

  it('is loaded after the chart without a comparison', async () => {
    const groupings: string[] = [];
    world.override(
      http.get(timelinesPath, ({ request }) => {
        const query = new URL(request.url).searchParams;
        groupings.push(query.get('groupBy') ?? 'brand');
        if (query.get('groupBy') !== null) expect(document.querySelector('figure')).toBeTruthy();
        return respond(query, twoChanges);
      }),
    );
    open('');
    await marker();
    expect(groupings.toSorted()).toEqual(['brand', 'platform', 'region']);
  });

  it('is taken from the list of scans where there is one and nothing is filtered', async () => {
    serve(unchangedLines);
    world.override(http.get(scansPath, () => HttpResponse.json(scansWith(morePrompts))));
    open('', ['scans']);
    expect((await marker()).getAttribute('aria-label')).toBe('1 change of measurement, Feb 12');
    expect(await screen.findByText(/ · ① Feb 12: 12 prompts added$/)).toBeTruthy();
    expect(world.calls.filter((call) => call.includes('groupBy='))).toEqual([]);
  });

  it('is not marked for days without it', async () => {
    serve(twoChanges);
    open('?startDate=2026-02-15&endDate=2026-02-28');
    await screen.findByText(/^Measured differently since Feb 12: .* and 1 more$/, {
      selector: 'dd *',
    });
    expect(screen.queryByRole('button', { name: /of measurement/ })).toBeNull();
  });
});

describe('the list of a marker', () => {
  it('opens by pointing, and closes after', async () => {
    serve(twoChanges);
    open('');
    const button = await marker();
    fireEvent.pointerEnter(button, { pointerType: 'mouse' });
    expect(list()?.parentElement?.textContent).toMatch(/Feb 12Perplexity addedFrance added$/);
    fireEvent.pointerLeave(button, { pointerType: 'mouse' });
    expect(list()).toBeNull();
  });

  it('opens by focus, stays open on Enter, and closes on Escape', async () => {
    const user = userEvent.setup();
    serve(twoChanges);
    open('');
    const button = await marker();
    screen.getByRole('slider').focus();
    await user.tab();
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(list()).toBeTruthy());
    await user.keyboard('{Enter}');
    expect(list()).toBeTruthy();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(list()).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('opens by touch, and closes on a tap elsewhere', async () => {
    const user = userEvent.setup();
    serve(twoChanges);
    open('');
    await user.pointer({ keys: '[TouchA]', target: await marker() });
    expect(list()).toBeTruthy();
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('table') });
    expect(list()).toBeNull();
  });
});

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unknownId } from '../../../../tests/service/small-world.ts';
import { addDays } from '../../../contract/dates/days.ts';
import { comparisonOf } from '../../../contract/dates/days-in-view.ts';
import { ranges } from '../../../contract/dates/ranges.ts';
import { groupings, metrics } from '../../../contract/enums.ts';
import { parseSearch } from '../../search-format.ts';
import { SiteContext } from '../../use-site.ts';
import { linkQueryOf } from '../search/link.ts';
import { readSearch, requestInView, requestOf, type TimelineSearch } from '../search/search.ts';
import { CopyLink } from './copy-link.tsx';

const searchOf = (raw: Record<string, unknown>): TimelineSearch => {
  const { dropped: _, ...search } = readSearch(raw);
  return search;
};
const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days));
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const texts = fc.uniqueArray(text, { maxLength: 4 });
/** Random searches with some of the parameters that an address can contain. */
const searches = fc
  .record({
    metric: fc.constantFrom(...metrics),
    groupBy: fc.constantFrom(...groupings),
    range: fc.option(fc.constantFrom(...ranges)),
    startDate: fc.option(day),
    endDate: fc.option(day),
    compare: fc.option(fc.constantFrom('none', 'previous', 'year')),
    zone: fc.option(fc.constantFrom('UTC', 'Asia/Tokyo')),
    promptId: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    tag: texts,
    region: texts,
    hide: texts,
    scan: fc.option(text),
    prompt: fc.option(text),
    recommendation: fc.option(fc.uuid()),
  })
  .map(searchOf);
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland');

describe('a copied link', () => {
  it('requests and compares on any other day what the view does today, in the same zone', () => {
    fc.assert(
      fc.property(searches, zones, day, day, (search, zone, today, otherDay) => {
        const { dropped, ...opened } = readSearch(parseSearch(linkQueryOf(search, zone, today)));
        expect(dropped).toEqual([]);
        const { startDate, endDate: requested } = requestInView(search, today);
        const lastDay = startDate !== null && startDate > today ? startDate : today;
        const endDate = requested ?? lastDay;
        expect(requestOf(opened, otherDay)).toEqual({ ...requestOf(search, today), endDate });
        const compared = comparisonOf(search, today);
        expect(comparisonOf(opened, otherDay)).toEqual(compared);
        const { compare, compareStart, compareEnd } = opened;
        expect(opened).toEqual({
          ...search,
          ...{ startDate, endDate, range: null, zone },
          ...{ compare, compareStart, compareEnd },
        });
      }),
    );
  });

  it('ends on the day of copying if the view shows all dates', () => {
    expect(linkQueryOf(searchOf({}), 'Europe/Berlin', '2026-11-08')).toBe(
      '?endDate=2026-11-08&zone=Europe%2FBerlin',
    );
  });

  it.each([
    ['lastMonth', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['quarter', '2026-10-01', '2026-11-08', '2026-07-01', '2026-09-30'],
  ])(
    'names the days that %s is compared with',
    (range, startDate, endDate, compareStart, compareEnd) => {
      const read = (raw: Record<string, string>) =>
        parseSearch(linkQueryOf(searchOf(raw), 'UTC', '2026-11-08'));
      const fixed = { startDate, endDate, zone: 'UTC' };
      expect(read({ range })).toEqual({ ...fixed, compare: 'custom', compareStart, compareEnd });
      expect(read({ range, compare: 'year' })).toEqual({ ...fixed, compare: 'year' });
    },
  );

  it('includes the open panels', () => {
    const search = searchOf({ range: '7d', scan: 's', prompt: 'p', recommendation: unknownId });
    expect(parseSearch(linkQueryOf(search, 'UTC', '2026-11-08'))).toEqual({
      startDate: '2026-11-02',
      endDate: '2026-11-08',
      zone: 'UTC',
      scan: 's',
      prompt: 'p',
      recommendation: unknownId,
    });
  });
});

describe('Copy link', () => {
  afterEach(cleanup);
  const link = `${window.location.origin}${window.location.pathname}?endDate=2026-11-08&metric=gap&zone=UTC`;
  const show = () =>
    render(
      <SiteContext value={{ siteId: 'a', clientId: null }}>
        <CopyLink search={searchOf({ metric: 'gap' })} zone="UTC" today="2026-11-08" />
      </SiteContext>,
    );
  const press = (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: 'Copy link' }));

  it('copies the full link, and confirms that it was copied', async () => {
    const user = userEvent.setup();
    show();
    await press(user);
    expect(await screen.findByText('Copied')).toBe(screen.getByRole('status'));
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('shows the link, already selected, if it cannot be copied, and returns focus on Escape', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No'));
    show();
    await press(user);
    const field = await screen.findByRole<HTMLInputElement>('textbox', {
      name: /Copy it from here/,
    });
    expect(screen.getByRole('status').textContent).toBe('');
    expect(document.activeElement).toBe(field);
    expect(field.readOnly).toBe(true);
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(link);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy link' }));
  });
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSearch, type TimelineSearch, writeSearch } from '../search/search.ts';
import { DateRange } from './date-range.tsx';

const today = '2026-11-08';
const searchOf = (raw: Record<string, string>): TimelineSearch => {
  const { dropped: _, ...search } = readSearch(raw);
  return search;
};

function Page({ raw }: { raw: Record<string, string> }) {
  const [search, setSearch] = useState(() => searchOf(raw));
  return (
    <>
      <output>{JSON.stringify(writeSearch(search))}</output>
      <DateRange search={search} zone="Europe/Berlin" onSearch={setSearch} />
      <button type="button" onClick={() => setSearch(searchOf({}))}>
        Back
      </button>
      <p>Elsewhere</p>
    </>
  );
}

describe('the date range', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const address = () => JSON.parse(document.querySelector('output')?.textContent ?? '');
  const button = () => screen.getByRole('button', { name: /UTC days$/ });
  const from = () => screen.getByLabelText<HTMLInputElement>('From');
  const to = () => screen.getByLabelText<HTMLInputElement>('To');
  const enter = (field: HTMLElement, value: string) =>
    fireEvent.change(field, { target: { value } });
  /** Sets whether a field reports, as a browser does, that its date is half-typed. */
  const setHalfTyped = (field: HTMLElement, isHalfTyped: boolean) =>
    Object.defineProperty(field, 'validity', {
      value: { badInput: isHalfTyped },
      configurable: true,
    });
  async function open(raw: Record<string, string> = {}) {
    const user = userEvent.setup();
    render(<Page raw={raw} />);
    await user.click(button());
    return user;
  }

  it('shows the current dates, and writes a rolling range to the address by name', async () => {
    const user = await open();
    expect(button().textContent).toBe('All dates UTC days');
    expect(screen.getByRole('radio', { name: 'All dates', checked: true })).toBeTruthy();
    for (const [name, range] of [
      ['Last 7 days', '7d'],
      ['Last 30 days', '30d'],
      ['Last 90 days', '90d'],
      ['Last 365 days', '365d'],
      ['This year', 'year'],
    ] as const) {
      await user.click(screen.getByRole('radio', { name }));
      expect(address()).toEqual({ range });
      expect(button().textContent).toBe(`${name} UTC days`);
      // A click also closes the popup.
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(button());
      await user.click(button());
    }
    await user.click(screen.getByRole('radio', { name: 'All dates' }));
    expect(address()).toEqual({ dates: 'all' });
  });

  it('accepts two dates, each optional, instead of a rolling range', async () => {
    await open({ range: '30d' });
    enter(from(), '2026-10-01');
    expect(address()).toEqual({ startDate: '2026-10-01' });
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    enter(to(), '2026-11-03');
    expect(address()).toEqual({ startDate: '2026-10-01', endDate: '2026-11-03' });
    enter(from(), '');
    expect(address()).toEqual({ endDate: '2026-11-03' });
  });

  it('replaces two dates with a rolling range', async () => {
    const user = await open({ startDate: '2026-10-01', endDate: '2026-11-03' });
    await user.click(screen.getByRole('radio', { name: 'Last 7 days' }));
    expect(address()).toEqual({ range: '7d' });
    await user.click(button());
    expect([from().value, to().value]).toEqual(['', '']);
  });

  it('shows an error if From is after To, and applies the dates once they are in order', async () => {
    await open({ endDate: '2026-11-03' });
    enter(from(), '2026-12-01');
    const fault = screen.getByRole('alert');
    expect(fault.textContent).toBe('“From” is after “To”. Still showing: Until Nov 3, 2026.');
    expect(button().textContent).toBe('Until Nov 3, 2026 UTC days');
    for (const field of [from(), to()]) {
      expect(field.getAttribute('aria-describedby')).toBe(fault.id);
    }
    expect(address()).toEqual({ endDate: '2026-11-03' });
    enter(to(), '2026-12-24');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address()).toEqual({ startDate: '2026-12-01', endDate: '2026-12-24' });
  });

  it('does not apply a half-typed date, and resets it on blur', async () => {
    await open({ startDate: '2026-10-01' });
    setHalfTyped(from(), true);
    enter(from(), '');
    expect(address()).toEqual({ startDate: '2026-10-01' });
    expect(from().value).toBe('');
    fireEvent.blur(from());
    expect(from().value).toBe('2026-10-01');
  });

  it('waits for all digits of a year', async () => {
    await open({ startDate: '2026-10-01' });
    for (const year of ['0002', '0020', '0202']) {
      enter(to(), `${year}-11-03`);
      expect(address()).toEqual({ startDate: '2026-10-01' });
      expect(screen.queryByRole('alert')).toBeNull();
    }
    enter(to(), '2026-11-03');
    expect(address()).toEqual({ startDate: '2026-10-01', endDate: '2026-11-03' });
  });

  it('keeps a rolling range if a date is started and cleared again', async () => {
    await open({ range: '30d' });
    setHalfTyped(from(), true);
    enter(from(), '0002-10-01');
    setHalfTyped(from(), false);
    enter(from(), '');
    expect(address()).toEqual({ range: '30d' });
  });

  it('replaces typed dates when the address changes elsewhere', async () => {
    const user = await open({ startDate: '2026-10-01', endDate: '2026-11-03' });
    enter(from(), '2026-12-01');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.click(button());
    expect([from().value, to().value]).toEqual(['', '']);
  });

  it('shows which local hours its days cover', async () => {
    await open();
    expect(screen.getByText(/^A UTC day runs from .* to .* in Berlin\.$/)).toBeTruthy();
  });

  it('opens with focus on the current choice, and returns focus on Escape', async () => {
    const user = await open({ range: '30d' });
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Last 30 days' }));
    expect(button().getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
    expect(button().getAttribute('aria-expanded')).toBe('false');
  });

  it('closes on a click outside it or on its button', async () => {
    const user = await open();
    await user.click(screen.getByRole('dialog', { name: 'Dates' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await user.click(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
    await user.click(button());
    await user.click(button());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes when focus moves on, without moving it back', async () => {
    const user = await open();
    to().focus();
    await user.tab();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }));
  });
});

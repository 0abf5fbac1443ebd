import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { branches } from '../../../../tests/service/small-world.ts';
import { browserWorld, openDashboard } from '../../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../../tests/setup/service-world.ts';

browserWorld();
const world = serviceWorld();
const { clientId, siteId } = branches.first.ids;

beforeEach(() => {
  Element.prototype.scrollIntoView ??= vi.fn();
});

async function openSearch(path = '/clients') {
  const user = userEvent.setup();
  const page = openDashboard(path, world.signedIn('agency'));
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search clients, sites and pages' });
  return { user, page, field };
}
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('the search', () => {
  it('finds a client by words in any order, and Enter opens it', async () => {
    const { user, page, field } = await openSearch();
    await waitFor(() => expect(options().length).toBeGreaterThan(3));
    await user.keyboard('client SECOND');
    await waitFor(() => expect(active(field)?.textContent).toMatch(/^mark-second/));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'mark-second client' })).toBeTruthy();
    expect(page.address()).toBe(`/clients/${branches.second.ids.clientId}/sites`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds the sites of the loaded clients', async () => {
    const { user, page } = await openSearch();
    await user.keyboard('{Escape}');
    await screen.findAllByRole('link', { name: /visibility of/ });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: /^Search/ });
    await user.keyboard('site of third');
    const option = await screen.findByRole('option', { name: /Site of mark-third/ });
    await user.click(option);
    await waitFor(() => expect(page.address()).toMatch(/\/sites\/.*\/timeline$/));
  });

  it('keeps focus in the field while arrows move through the results and around', async () => {
    const { user, field } = await openSearch();
    await waitFor(() => expect(options().length).toBeGreaterThan(3));
    const all = options();
    expect(active(field)?.textContent).toBe(all[0]);
    await user.keyboard('{ArrowDown}');
    expect(active(field)?.textContent).toBe(all[1]);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(active(field)?.textContent).toBe(options().at(-1));
    expect(active(field)?.getAttribute('aria-selected')).toBe('true');
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
    expect(document.activeElement).toBe(field);
  });

  it('closes with Escape and returns focus', async () => {
    const user = userEvent.setup();
    openDashboard('/clients', world.signedIn('agency'));
    const button = await screen.findByRole('button', { name: 'Search' });
    await user.click(button);
    expect(await screen.findByRole('combobox', { name: /^Search/ })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Search/ })).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it('shows that nothing matches, and Enter then does nothing', async () => {
    const { user, page, field } = await openSearch();
    await user.keyboard('no such thing{Enter}');
    expect(await screen.findByText('No matches for “no such thing”.')).toBeTruthy();
    expect(field.getAttribute('aria-activedescendant')).toBeNull();
    expect(page.address()).toBe('/clients');
  });

  it('offers the timeline of the present site', async () => {
    const path = `/clients/${clientId}/sites/${siteId}/timeline`;
    await openSearch(path);
    const list = await screen.findByRole('listbox', { name: 'Results' });
    expect(within(list).getByRole('option', { name: /^Timeline/ })).toBeTruthy();
  });
});

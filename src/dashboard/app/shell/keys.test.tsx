import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillStorage } from '../../../../tests/setup/full-storage.ts';
import { waitOptions } from '../../../../tests/setup/wait-options.ts';
import { KeyboardShortcuts } from './keys.tsx';

const storageKey = 'sightline-keys';

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Renders a page at an address. */
async function open(page: ReactNode, path = '/sites/s/timeline') {
  const history = createMemoryHistory({ initialEntries: [path] });
  const routeTree = createRootRoute({
    component: KeyboardShortcuts,
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree, history });
  render(
    <>
      <RouterProvider router={router} />
      {page}
    </>,
  );
  await screen.findByRole('button', { name: 'Help' });
  return { address: () => history.location.href, user: userEvent.setup() };
}

const queryHelp = () => screen.queryByRole('dialog', { name: 'Help' });
const findHelp = () => screen.findByRole('dialog', { name: 'Help' });
const getListedKeys = () =>
  [...(queryHelp()?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);

/** Filters that open as a sheet. */
function FilterSheet() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <input id="find-filter" />
  ) : (
    <button id="open-filters" type="button" onClick={() => setOpen(true)} />
  );
}

describe('keyboard shortcuts', () => {
  it('focus the search field of the filters without typing into it', async () => {
    const { user } = await open(<input id="find-filter" />);
    await user.keyboard('/');
    expect(document.activeElement?.id).toBe('find-filter');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  });

  it('focus the search field of a list, as the help says', async () => {
    const { user } = await open(<input id="find-in-list" />, '/clients');
    await user.keyboard('/');
    expect(document.activeElement?.id).toBe('find-in-list');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
    act(() => screen.getByRole('button', { name: 'Help' }).click());
    await findHelp();
    expect(getListedKeys()).toEqual(['/', '?', 'CtrlK']);
    expect(screen.getByText('Find in the list')).toBeTruthy();
  });

  it('open the filters when their search is not shown', async () => {
    const handleClick = vi.fn();
    const { user } = await open(<button id="open-filters" type="button" onClick={handleClick} />);
    await user.keyboard('/');
    expect(handleClick).toHaveBeenCalledOnce();
  });

  it('focus the search field once the filters are open', async () => {
    const { user } = await open(<FilterSheet />);
    await user.keyboard('/');
    expect(document.activeElement?.id).toBe('find-filter');
  });

  it('open notes, and focus the table without making it a tab stop', async () => {
    const handleClick = vi.fn();
    const { user } = await open(
      <>
        <button id="open-notes" type="button" onClick={handleClick} />
        <table id="timeline-table" />
      </>,
    );
    await user.keyboard('n');
    expect(handleClick).toHaveBeenCalledOnce();
    await user.keyboard('t');
    expect(document.activeElement?.id).toBe('timeline-table');
    expect(screen.getByRole('table').getAttribute('tabindex')).toBe('-1');
  });

  it('open the clients when g and c are pressed in quick succession', async () => {
    const { address } = await open(null);
    const press = (key: string, time: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: time });
      fireEvent(document.body, event);
    };
    press('c', 0);
    press('g', 1000);
    press('x', 1100);
    press('c', 1200);
    press('g', 3000);
    press('c', 5000);
    expect(address()).toBe('/sites/s/timeline');
    press('g', 6000);
    press('c', 6400);
    await vi.waitFor(() => expect(address()).toBe('/clients'), waitOptions);
  });

  it.each([
    ['a text field', <input key="x" data-testid="field" />],
    ['a search field', <input key="x" type="search" data-testid="field" />],
    ['a date field', <input key="x" type="date" data-testid="field" />],
    ['a text area', <textarea key="x" data-testid="field" />],
    ['a select', <select key="x" data-testid="field" />],
    ['editable text', <p key="x" contentEditable data-testid="field" />],
  ])('do nothing while the user types in %s', async (_, content) => {
    const handleClick = vi.fn();
    const { user } = await open(
      <>
        {content}
        <button id="open-notes" type="button" onClick={handleClick} />
      </>,
    );
    const field = screen.getByTestId('field');
    field.tabIndex = 0;
    field.focus();
    await user.keyboard('n');
    expect(handleClick).not.toHaveBeenCalled();
    field.blur();
    await user.keyboard('n');
    expect(handleClick).toHaveBeenCalledOnce();
  });

  it('work while a radio button has focus', async () => {
    const { user } = await open(<input type="radio" />);
    await user.click(screen.getByRole('radio'));
    await user.keyboard('?');
    expect(await findHelp()).toBeTruthy();
  });

  it.each(['ctrlKey', 'altKey', 'metaKey', 'repeat', 'isComposing'])(
    'do nothing if %s is set on the event',
    async (property) => {
      const handleClick = vi.fn();
      await open(<button id="open-notes" type="button" onClick={handleClick} />);
      const event = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true });
      Object.defineProperty(event, property, { value: true });
      fireEvent(document.body, event);
      expect(handleClick).not.toHaveBeenCalled();
      fireEvent.keyDown(document.body, { key: 'n' });
      expect(handleClick).toHaveBeenCalledOnce();
    },
  );

  it('do nothing while a dialog is open, or when something else has handled the key', async () => {
    const handleClick = vi.fn();
    const { user } = await open(
      <>
        <button id="open-notes" type="button" onClick={handleClick} />
        <dialog open />
      </>,
    );
    await user.keyboard('n');
    screen.getByRole<HTMLDialogElement>('dialog').close();
    const handleKey = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', handleKey);
    await user.keyboard('n');
    document.body.removeEventListener('keydown', handleKey);
    expect(handleClick).not.toHaveBeenCalled();
    await user.keyboard('n');
    expect(handleClick).toHaveBeenCalledOnce();
  });
});

describe('the help', () => {
  it('lists only the shortcuts available on the page, and returns focus when closed', async () => {
    const { user } = await open(<table id="timeline-table" />);
    screen.getByRole('button', { name: 'Help' }).focus();
    await user.keyboard('?');
    await findHelp();
    expect(getListedKeys()).toEqual(['gc', 't', '?', 'CtrlK']);
    await user.click(within(queryHelp() ?? document.body).getByRole('button', { name: 'Close' }));
    expect(queryHelp()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Help' }));
  });

  it('does not list the shortcut to the current page', async () => {
    const { user } = await open(null, '/clients');
    await user.click(screen.getByRole('button', { name: 'Help' }));
    await findHelp();
    expect(getListedKeys()).toEqual(['?', 'CtrlK']);
  });

  it('explains the chart and its keys on a page that has one', async () => {
    const { user } = await open(
      <figure>
        <div role="slider" tabIndex={0} aria-valuenow={1} />
      </figure>,
    );
    await user.keyboard('?');
    await findHelp();
    expect(getListedKeys()).toEqual(['gc', '?', 'CtrlK', '←→', 'HomeEnd', 'Enter']);
    expect(screen.getByText(/a scan has no evidence/)).toBeTruthy();
    expect(screen.getByText(/up to 13 of 100/)).toBeTruthy();
  });

  it('turns shortcuts off and on, and remembers the choice on this device', async () => {
    const { user } = await open(null);
    await user.keyboard('?');
    const toggle = () => screen.findByRole('switch', { name: 'Keyboard shortcuts' });
    await user.click(await toggle());
    expect(getListedKeys()).toEqual(['CtrlK']);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('?');
    expect(queryHelp()).toBeNull();
    cleanup();
    await open(null);
    await user.keyboard('?');
    expect(queryHelp()).toBeNull();
    expect(window.localStorage.getItem(storageKey)).toBe('off');
    await user.click(screen.getByRole('button', { name: 'Help' }));
    await user.click(await toggle());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('?');
    expect(await findHelp()).toBeTruthy();
    expect(window.localStorage.getItem(storageKey)).toBeNull();
  });

  it('turns shortcuts off even if the choice cannot be saved', async () => {
    fillStorage();
    const { user } = await open(null);
    await user.keyboard('?');
    const toggle = () => screen.findByRole('switch', { name: 'Keyboard shortcuts' });
    await user.click(await toggle());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('?');
    expect(queryHelp()).toBeNull();
    // The setting outlives this test: turn it on again.
    await user.click(screen.getByRole('button', { name: 'Help' }));
    await user.click(await toggle());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('?');
    expect(await findHelp()).toBeTruthy();
  });
});

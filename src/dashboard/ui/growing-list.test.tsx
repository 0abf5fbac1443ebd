import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { GrowingList, type ListQuery } from './growing-list.tsx';

const deviceZone = process.env['TZ'];

beforeEach(() => {
  process.env['TZ'] = 'Pacific/Auckland';
});
afterEach(() => {
  cleanup();
  if (deviceZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = deviceZone;
});

const renderList = (query: Partial<ListQuery>) =>
  render(
    <GrowingList
      items={[{ id: 'a', name: 'Acme' }]}
      query={{
        data: { pages: [{ data: [{ id: 'a' }], nextCursor: null }], pageParams: [null] },
        hasNextPage: false,
        isFetchingNextPage: false,
        isFetchNextPageError: false,
        error: null,
        fetchNextPage: () => {},
        isRefetchError: false,
        dataUpdatedAt: Date.parse('2026-11-07T23:37:00Z'),
        refetch: () => {},
        ...query,
      }}
      noun={{ one: 'site', many: 'sites' }}
      textsOf={({ name }) => [name]}
      onOpen={() => {}}
    >
      {({ name }) => name}
    </GrowingList>,
  );

describe('a list', () => {
  it('stays visible when a refresh fails, shows when it was loaded, and can be refreshed again', async () => {
    const refetch = vi.fn();
    const error = new ApiError({ kind: 'unreachable', call: 'GET /v1/clients' });
    renderList({ isRefetchError: true, error, refetch });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The sites could not be refreshed');
    expect(screen.getByText(/^This list is from .*8.*12:37/)).toBeTruthy();
    expect(screen.getByText('Acme')).toBeTruthy();
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('shows no error and no time when it is up to date', () => {
    renderList({});
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/This list is from/)).toBeNull();
  });
});

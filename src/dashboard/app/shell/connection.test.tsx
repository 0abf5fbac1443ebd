import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Connection } from './connection.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows a banner while the browser is offline', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const change = (isOnline: boolean) => {
    onLine.mockReturnValue(isOnline);
    act(() => {
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    });
  };
  render(<Connection />);
  const banner = screen.getByRole('status');
  expect(banner.textContent).toBe('');
  change(false);
  expect(banner.textContent).toBe('You are offline. The data shown may be out of date.');
  change(true);
  expect(banner.textContent).toBe('');
});

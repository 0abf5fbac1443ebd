import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Crash } from './crash.tsx';

afterEach(cleanup);

it.each([
  ['offers a way to the clients', false, 1],
  ['offers no way to the clients in a share', true, 0],
])('a page that failed %s', (_, isShared, buttons) => {
  render(<Crash error={new Error('Broken.')} isShared={isShared} />);
  expect(screen.getByText(/^This page could not be shown/)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Go to clients' })).toHaveLength(buttons);
});

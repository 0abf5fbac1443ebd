import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Crash } from './crash.tsx';

afterEach(cleanup);

it.each([
  ['offers a button that opens the clients', false, 1],
  ['offers no button that opens the clients if it belongs to a share', true, 0],
])('a page that failed %s', (_, isShared, buttonCount) => {
  render(<Crash error={new Error('Broken.')} isShared={isShared} />);
  expect(screen.getByText(/^This page could not be shown/)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Go to clients' })).toHaveLength(buttonCount);
});

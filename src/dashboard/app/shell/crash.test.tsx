import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Crash } from './crash.tsx';

afterEach(cleanup);

it.each([
  ['offers the button “Go to clients”', false, 1],
  ['does not offer the button “Go to clients” in a share', true, 0],
])('the page shown after a crash %s', (_, isShared, buttonCount) => {
  render(<Crash error={new Error('Broken.')} isShared={isShared} />);
  expect(screen.getByText(/^This page could not be shown/)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Go to clients' })).toHaveLength(buttonCount);
});

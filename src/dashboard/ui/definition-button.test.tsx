import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { DefinitionButton } from './definition-button.tsx';

afterEach(cleanup);

it('opens a definition by mouse and keyboard, and regains focus after Escape', async () => {
  const user = userEvent.setup();
  render(<DefinitionButton term="Median" meaning="Half of the scans are above it." />);
  const button = screen.getByRole('button', { name: 'About “Median”' });
  expect(screen.queryByText(/Half of the scans/)).toBeNull();
  await user.click(button);
  expect(screen.getByRole('dialog', { name: 'Median' }).textContent).toContain('Half of the scans');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('dialog', { name: 'Median' })).toBeTruthy();
});

it('lists the definitions of the other choices after its own', async () => {
  const user = userEvent.setup();
  const others = [{ term: 'Mean', meaning: 'The sum divided by the number of scans.' }];
  render(<DefinitionButton term="Median" meaning="Half are above it." others={others} />);
  await user.click(screen.getByRole('button', { name: 'About “Median”' }));
  const { textContent } = screen.getByRole('dialog', { name: 'Median' });
  expect(textContent).toBe(
    'Median: Half are above it.Mean: The sum divided by the number of scans.',
  );
});

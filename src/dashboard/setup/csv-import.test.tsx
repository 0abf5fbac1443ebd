import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { CsvImport } from './csv-import.tsx';

// What browsers throw for code that cannot be loaded.
vi.mock('papaparse', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
setUpBrowser();

it('a CSV file is not blamed if the code that reads it cannot be loaded', async () => {
  render(<CsvImport questions={[]} onApply={() => {}} onCancel={() => {}} />);
  const file = new File(['text\nWhich brush?\n'], 'questions.csv', { type: 'text/csv' });
  await userEvent.setup().upload(screen.getByLabelText('CSV file with questions'), file);
  expect(await screen.findByText('The import could not be loaded. Try again.')).toBeTruthy();
  expect(screen.queryByText(/UTF-8/)).toBeNull();
});

import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { Popup } from './popup.tsx';

setUpBrowser();

const onOther = vi.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Popup
        label="Dates"
        isOpen={isOpen}
        onClose={close}
        control={
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        }
      >
        <input aria-label="Day" />
      </Popup>
      <button type="button" onClick={onOther}>
        Other
      </button>
    </>
  );
}

it('closes when a button outside it is pressed, without taking focus or swallowing the click', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const control = screen.getByRole('button', { name: 'Open' });
  const focus = vi.spyOn(control, 'focus');
  // While focus is moving, no element has it.
  screen.getByLabelText('Day').blur();
  const other = screen.getByRole('button', { name: 'Other' });
  fireEvent.focusOut(screen.getByLabelText('Day'), { relatedTarget: other });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focus).not.toHaveBeenCalled();
  await user.click(other);
  expect(onOther).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(other);
});

it('returns focus to its button after Escape', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Drawer } from './drawer.tsx';

afterEach(cleanup);

function open() {
  const onClose = vi.fn();
  render(
    <Drawer title="Scan" onClose={onClose}>
      <p>Inside</p>
    </Drawer>,
  );
  return { onClose, dialog: screen.getByRole('dialog', { name: 'Scan' }) };
}

describe('a drawer', () => {
  it('calls onClose on a click outside, but not when the press began inside', () => {
    const { onClose, dialog } = open();
    fireEvent.pointerDown(screen.getByText('Inside'));
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('calls onClose on Escape, but does not close by itself', () => {
    const { onClose, dialog } = open();
    const cancel = new Event('cancel', { cancelable: true });
    fireEvent(dialog, cancel);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(cancel.defaultPrevented).toBe(true);
    expect(dialog.hasAttribute('open')).toBe(true);
  });
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MarkLabels } from './mark-label.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Shows marked text in a scrolling box from 0 to 300 px; the mark begins at 100 px and is 20 px high. */
function show() {
  render(
    <div style={{ overflowY: 'auto' }} data-testid="box">
      <MarkLabels>
        Buy{' '}
        <mark data-label="Acme · competitor" tabIndex={-1}>
          Acme
        </mark>
      </MarkLabels>
    </div>,
  );
  const mark = screen.getByText('Acme');
  const box = screen.getByTestId('box');
  let scrollTop = 0;
  vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 300));
  vi.spyOn(mark, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(40, 100 - scrollTop, 50, 20),
  );
  const scroll = (by: number) => {
    scrollTop += by;
    fireEvent.scroll(box);
  };
  return { mark, scroll };
}
const getLabel = () => screen.queryByText('Acme · competitor');
const getTop = () => getLabel()?.style.top;

describe('the label of a mark', () => {
  it.each(['focusIn', 'pointerOver'] as const)(
    'appears on %s, and follows its mark when the text scrolls',
    (event) => {
      const { mark, scroll } = show();
      fireEvent[event](mark);
      expect(getTop()).toBe('122px');
      // Focusing a mark that is out of sight scrolls it into view, which must not hide the label.
      scroll(60);
      expect(getTop()).toBe('62px');
    },
  );

  it('is hidden while its mark is scrolled out of sight', () => {
    const { mark, scroll } = show();
    fireEvent.focusIn(mark);
    scroll(200);
    expect(getLabel()).toBeNull();
    scroll(-250);
    expect(getTop()).toBe('172px');
  });

  it('handles Escape only while it is visible', () => {
    const { mark, scroll } = show();
    fireEvent.focusIn(mark);
    scroll(200);
    expect(fireEvent.keyDown(mark, { key: 'Escape' })).toBe(true);
    scroll(-200);
    expect(fireEvent.keyDown(mark, { key: 'Escape' })).toBe(false);
    expect(getLabel()).toBeNull();
  });
});

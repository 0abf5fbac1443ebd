import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLate } from './use-late.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('what lasts is late after its time, and no longer once it is over', () => {
  const { result, rerender } = renderHook(({ isSo }) => useLate(isSo, 150), {
    initialProps: { isSo: true },
  });
  act(() => vi.advanceTimersByTime(149));
  expect(result.current).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
  rerender({ isSo: false });
  expect(result.current).toBe(false);
});

it('what is over at once is never late, and the next has all its time again', () => {
  const { result, rerender } = renderHook(({ isSo }) => useLate(isSo, 150), {
    initialProps: { isSo: true },
  });
  act(() => vi.advanceTimersByTime(149));
  rerender({ isSo: false });
  act(() => vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(false);
  rerender({ isSo: true });
  act(() => vi.advanceTimersByTime(149));
  expect(result.current).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
});

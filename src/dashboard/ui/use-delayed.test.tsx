import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDelayed } from './use-delayed.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('becomes true after the delay and false as soon as the condition ends', () => {
  const { result, rerender } = renderHook(({ condition }) => useDelayed(condition, 150), {
    initialProps: { condition: true },
  });
  act(() => vi.advanceTimersByTime(149));
  expect(result.current).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
  rerender({ condition: false });
  expect(result.current).toBe(false);
});

it('stays false when the condition ends early, and restarts the delay each time', () => {
  const { result, rerender } = renderHook(({ condition }) => useDelayed(condition, 150), {
    initialProps: { condition: true },
  });
  act(() => vi.advanceTimersByTime(149));
  rerender({ condition: false });
  act(() => vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(false);
  rerender({ condition: true });
  act(() => vi.advanceTimersByTime(149));
  expect(result.current).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
});

import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Unexpected console output fails a test. A test that expects output mocks the method itself. */
const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      printed.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(printed, 'unexpected console output').toEqual([]);
});

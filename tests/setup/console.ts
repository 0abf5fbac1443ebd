import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Any output through these methods fails a test. A test that expects output has to mock the method. */
const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
let printedLines: string[] = [];

beforeEach(() => {
  printedLines = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      printedLines.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(printedLines, 'unexpected console output').toEqual([]);
});

// Files share a process, so what a test has replaced must not reach the next one.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

import { vi } from 'vitest';

/** Makes the browser's storage appear empty and refuse everything, as if it were full, until mocks are restored. */
export function fillStorage(): void {
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    length: 0,
    key: () => null,
    clear: () => {},
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
}

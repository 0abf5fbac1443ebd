import { vi } from 'vitest';

/** Makes the local storage appear empty and reject every write, as if it were full, until mocks are restored. */
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

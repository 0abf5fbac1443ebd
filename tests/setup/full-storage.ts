import { vi } from 'vitest';

/** Makes the browser's storage empty and full, so that it refuses to store anything, until mocks are restored. */
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

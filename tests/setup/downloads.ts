import { afterEach, beforeEach, vi } from 'vitest';

/** A file that the page offered to the browser. */
interface Download {
  name: string;
  blob: Blob;
}

/**
 * Registers hooks that record downloads, which the test browser lacks.
 * @returns a function that lists those of the current test, oldest first
 */
export function setUpDownloads(): () => readonly Download[] {
  let downloads: Download[] = [];
  const blobs = new Map<string, Blob>();
  const record = (event: MouseEvent): void => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    const blob = blobs.get(event.target.href);
    if (blob === undefined) return;
    event.preventDefault();
    downloads.push({ name: event.target.download, blob });
  };
  beforeEach(() => {
    downloads = [];
    blobs.clear();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const address = `blob:file-${blobs.size}`;
      if (blob instanceof Blob) blobs.set(address, blob);
      return address;
    });
    document.addEventListener('click', record);
  });
  afterEach(() => {
    document.removeEventListener('click', record);
    vi.restoreAllMocks();
  });
  return () => downloads;
}

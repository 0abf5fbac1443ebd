import { afterEach, beforeEach, vi } from 'vitest';

/** A file that the page asked the browser to save. */
interface Download {
  name: string;
  blob: Blob;
}

/**
 * Registers hooks that record downloads, because the test browser cannot save files.
 * @returns a function that lists the downloads of the current test, oldest first
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
      const url = `blob:file-${blobs.size}`;
      if (blob instanceof Blob) blobs.set(url, blob);
      return url;
    });
    document.addEventListener('click', record);
  });
  afterEach(() => {
    document.removeEventListener('click', record);
    vi.restoreAllMocks();
  });
  return () => downloads;
}

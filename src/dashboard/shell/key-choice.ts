const storageKey = 'sightline-keys';

/** The choice that could not be kept, for as long as the page lives. */
let unkept: boolean | null = null;

/** Whether single keys act on this device (WCAG 2.1.4); they do unless they were turned off. */
export function keysAreOn(): boolean {
  try {
    return unkept ?? window.localStorage.getItem(storageKey) !== 'off';
  } catch {
    // A browser may forbid storage altogether.
    return true;
  }
}

/** Keeps the choice on this device, or for this page where nothing can be kept. */
export function chooseKeys(on: boolean): void {
  unkept = null;
  try {
    if (on) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, 'off');
  } catch {
    unkept = on;
  }
}

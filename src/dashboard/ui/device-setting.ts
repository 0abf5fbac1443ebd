/** A setting that this device remembers; where the browser stores nothing, it lasts as long as the page. */
export interface DeviceSetting {
  /** The text kept; null without one. */
  read: () => string | null;
  /** Keeps a text, or forgets it for null. */
  write: (text: string | null) => void;
  /** Calls back at every change, in this tab and in others. Returns how to stop. */
  subscribe: (listener: () => void) => () => void;
}

/** @param key the setting's name in the browser's storage */
export function createDeviceSetting(key: string): DeviceSetting {
  const listeners = new Set<() => void>();
  /** What could not be stored. */
  let unstored: { text: string | null } | null = null;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  /** Another tab changed it; its key is null when everything was removed. */
  const follow = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    unstored = null;
    notify();
  };
  return {
    read: () => {
      if (unstored !== null) return unstored.text;
      try {
        return window.localStorage.getItem(key);
      } catch {
        // A browser may forbid storage altogether.
        return null;
      }
    },
    write: (text) => {
      try {
        if (text === null) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, text);
        unstored = null;
      } catch {
        unstored = { text };
      }
      notify();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', follow);
      };
    },
  };
}

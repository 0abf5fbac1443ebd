/** A setting stored in the browser. If it cannot be stored, it lasts until the page closes. */
export interface DeviceSetting {
  /** Returns the setting's text; null if it is not set or cannot be read. */
  read: () => string | null;
  /** Stores the text; null removes the setting. */
  write: (text: string | null) => void;
  /** Calls the listener on every change in this or another tab. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

/** @param key the setting's name in the browser's storage */
export function createDeviceSetting(key: string): DeviceSetting {
  const listeners = new Set<() => void>();
  /** The value that the browser refused to store; null if there is none. */
  let unstoredValue: { text: string | null } | null = null;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  /** Handles a change from another tab; the key is null when all storage was cleared. */
  const handleStorageEvent = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    unstoredValue = null;
    notify();
  };
  return {
    read: () => {
      if (unstoredValue !== null) return unstoredValue.text;
      try {
        return window.localStorage.getItem(key);
      } catch {
        // The browser may block storage.
        return null;
      }
    },
    write: (text) => {
      try {
        if (text === null) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, text);
        unstoredValue = null;
      } catch {
        unstoredValue = { text };
      }
      notify();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', handleStorageEvent);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', handleStorageEvent);
      };
    },
  };
}

import type { QueryClient } from '@tanstack/react-query';
import type { PageSettings } from '../../contract/page-settings.ts';
import { createQueryClient } from '../api/query-client.ts';

/** Why the session ended: signed out, here or in another tab, expired, or replaced by another sign-in. */
export type SessionEndReason = 'left' | 'leftElsewhere' | 'expired' | 'replaced';

export interface SessionState {
  /** Counts the sessions of this page; data of one is never shown in another. */
  epoch: number;
  settings: PageSettings;
  /** This session's own cache. */
  client: QueryClient;
  /** How the previous session ended; null while signed in and before the first session. */
  ending: SessionEndReason | null;
  /** The fingerprint of the previous session's key; null in the same cases. */
  endedKey: string | null;
}

/** Holds the page's session and notifies listeners when it changes. */
export interface SessionStore {
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  begin: (settings: PageSettings) => void;
  /** Remembers for the rest of the session that its key cannot add notes. */
  forbidNotes: () => void;
  /** Ends the session and aborts its calls. Does nothing when there is none. */
  end: (ending: SessionEndReason) => void;
}

/** The context of every route. */
export interface RouterContext {
  session: SessionStore;
}

export function createSessionStore(settings: PageSettings): SessionStore {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  function createState(
    epoch: number,
    given: PageSettings,
    ending: SessionEndReason | null,
    endedKey: string | null,
  ): SessionState {
    const caller = { session: given.session?.id ?? null, paging: given.paging };
    const client = createQueryClient(caller, (kind) => {
      // Several calls may be refused together: only the first ends the session.
      if (state.epoch === epoch) end(kind === 'signedOut' ? 'expired' : 'replaced');
    });
    return { epoch, settings: given, client, ending, endedKey };
  }

  let state = createState(0, settings, null, null);

  function replace(
    given: PageSettings,
    ending: SessionEndReason | null,
    endedKey: string | null,
  ): void {
    const previous = state.client;
    state = createState(state.epoch + 1, given, ending, endedKey);
    notify();
    // Only `SessionFrame` clears the old cache, once nothing on screen uses it any more.
    void previous.cancelQueries();
  }

  function end(ending: SessionEndReason): void {
    const { session } = state.settings;
    if (session === null) return;
    replace({ ...state.settings, session: null, sample: false }, ending, session.keyFingerprint);
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (given) => replace(given, null, null),
    forbidNotes: () => {
      const { session } = state.settings;
      if (session === null || session.canAddNotes === false) return;
      state = {
        ...state,
        settings: { ...state.settings, session: { ...session, canAddNotes: false } },
      };
      notify();
    },
    end,
  };
}

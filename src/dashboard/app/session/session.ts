import type { QueryClient } from '@tanstack/react-query';
import type { PageSettings } from '../../../contract/page-settings.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { createQueryClient } from '../../api/query-client.ts';

/** Why the session ended: the user signed out here or in another tab, it expired, or another sign-in replaced it. */
export type SessionEndReason = 'signedOutHere' | 'signedOutElsewhere' | 'expired' | 'replaced';

export interface SessionState {
  /** Increases whenever a session begins or ends, so that data of one session is never shown in another. */
  epoch: number;
  settings: PageSettings;
  /** Scopes without which the service has refused a call of this session. */
  refusedScopes: readonly Scope[];
  /** This session's own cache. */
  client: QueryClient;
  /** Why the previous session ended; null while signed in and before the first session. */
  endReason: SessionEndReason | null;
  /** The fingerprint of the previous session's key; null whenever `endReason` is null. */
  endedKeyFingerprint: string | null;
}

/** Holds the page's session and notifies listeners when it changes. */
export interface SessionStore {
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  begin: (settings: PageSettings) => void;
  /** Remembers for the rest of the session that its key lacks a scope. */
  refuseScope: (scope: Scope) => void;
  /** Ends the session and cancels its queries. Does nothing without a session. */
  end: (reason: SessionEndReason) => void;
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
    newSettings: PageSettings,
    endReason: SessionEndReason | null,
    endedKeyFingerprint: string | null,
  ): SessionState {
    const caller = { session: newSettings.session?.id ?? null, paging: newSettings.paging };
    const client = createQueryClient(caller, (kind) => {
      // Several calls may be refused together: only the first ends the session.
      if (state.epoch === epoch) end(kind === 'signedOut' ? 'expired' : 'replaced');
    });
    return {
      epoch,
      settings: newSettings,
      refusedScopes: [],
      client,
      endReason,
      endedKeyFingerprint,
    };
  }

  let state = createState(0, settings, null, null);

  function replace(
    newSettings: PageSettings,
    endReason: SessionEndReason | null,
    endedKeyFingerprint: string | null,
  ): void {
    const previous = state.client;
    state = createState(state.epoch + 1, newSettings, endReason, endedKeyFingerprint);
    notify();
    // The old cache is not cleared here: `SessionFrame` clears it once nothing on screen uses it.
    void previous.cancelQueries();
  }

  function end(reason: SessionEndReason): void {
    const { session } = state.settings;
    if (session === null) return;
    replace({ ...state.settings, session: null, sample: false }, reason, session.keyFingerprint);
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (newSettings) => replace(newSettings, null, null),
    refuseScope: (scope) => {
      state = { ...state, refusedScopes: [...state.refusedScopes, scope] };
      notify();
    },
    end,
  };
}

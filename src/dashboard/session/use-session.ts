import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PageFacts } from '../../contract/page-facts.ts';
import type { SessionState, SessionStore } from './session.ts';

export const SessionContext = createContext<SessionStore | null>(null);

/** The store of the page's session, to begin or end one. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('No session store around this component.');
  return store;
}

/** The session as it is now. */
export function useSession(): SessionState {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** What the host told this page: units, branding, whether the data is sample data. */
export const usePageFacts = (): PageFacts => useSession().facts;

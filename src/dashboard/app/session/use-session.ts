import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PageSettings } from '../../../contract/page-settings.ts';
import { type Scope, scansScope, setupScope } from '../../../contract/scopes.ts';
import type { SessionState, SessionStore } from './session.ts';

export const SessionContext = createContext<SessionStore | null>(null);

/** The page's session store, which begins and ends sessions. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('This component needs a SessionContext around it.');
  return store;
}

/** The current session. */
export function useSession(): SessionState {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The current settings, such as units and branding: from the host's page, or from the last sign-in. */
export const usePageSettings = (): PageSettings => useSession().settings;

/** Whether the service has a capability beyond v1, such as `sites`. */
export const useCapability = (name: string): boolean =>
  usePageSettings().capabilities.includes(name);

const hasScope = ({ session }: PageSettings, scope: Scope): boolean =>
  session?.scopes?.includes(scope) !== false;

/** Whether the session's key has a scope; true if its scopes are unknown, until a call is refused for lack of it. */
export function useScope(scope: Scope): boolean {
  const { settings, refusedScopes } = useSession();
  return hasScope(settings, scope) && !refusedScopes.includes(scope);
}

/** Whether the service lets clients and sites be set up, and the key may have the scope to do so. */
export function useCanSetUp(): boolean {
  const settings = usePageSettings();
  return settings.capabilities.includes('setup') && hasScope(settings, setupScope);
}

/** Whether the service runs scans itself, and the key may be able to start them and see what they cost. */
export const canRunScans = (settings: PageSettings): boolean =>
  settings.session !== null &&
  settings.session.isClientKey !== true &&
  settings.capabilities.includes('collect') &&
  hasScope(settings, scansScope);

/** Whether the current key may be able to run scans. */
export const useCanRunScans = (): boolean => canRunScans(usePageSettings());

/**
 * Whether the key may be able to create clients: it may set up clients and sites, is not limited to one client, and its
 * account is not a business, which has none.
 */
export function useCanCreateClients(): boolean {
  const { session } = usePageSettings();
  return useCanSetUp() && session?.isClientKey !== true && session?.isBusinessKey !== true;
}

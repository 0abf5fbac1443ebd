import { notesScope } from '../../../contract/scopes.ts';
import { usePageSettings, useScope } from '../../app/session/use-session.ts';

/** Whether the session's key may add notes; true if that is unknown. */
export const useCanAddNotes = (): boolean => useScope(notesScope);

/**
 * Whether notes are either for the team alone or for the client too: the service knows the difference, the key may see
 * both, and its account is not a business, which has no clients.
 */
export function useHasTeamNotes(): boolean {
  const { capabilities, session } = usePageSettings();
  return (
    capabilities.includes('notes') &&
    session?.isClientKey !== true &&
    session?.isBusinessKey !== true
  );
}

import { useSession } from '../../app/session/use-session.ts';

/** Whether the session's key may add notes; true if that is unknown. */
export const useCanAddNotes = (): boolean => useSession().settings.session?.canAddNotes !== false;

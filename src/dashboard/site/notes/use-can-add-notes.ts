import { useSession } from '../../session/use-session.ts';

/** Whether the session's key may add notes; true unless the session knows that it may not. */
export const useCanAddNotes = (): boolean => useSession().settings.session?.canAddNotes !== false;

import { useLocation, useNavigate } from '@tanstack/react-router';
import { Notice } from '../ui/notice.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of the client or site that was deleted just before this page opened. */
    deletedName?: string;
  }
}

/** Says what has just been deleted, on the page that opens afterwards. */
export function DeletedNotice() {
  const navigate = useNavigate();
  const deletedName = useLocation({ select: ({ state }) => state.deletedName });
  if (deletedName === undefined) return null;
  return (
    <Notice
      onDismiss={() =>
        void navigate({ to: '.', search: true, replace: true, resetScroll: false, state: {} })
      }
    >
      “<bdi>{deletedName}</bdi>” has been deleted.
    </Notice>
  );
}

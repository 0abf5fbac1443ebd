import { useLocation, useNavigate } from '@tanstack/react-router';
import { Notice } from '../../ui/notice.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The title of the panel of the scan that has just been deleted there. */
    deletedScan?: string;
  }
}

/** Says that a scan has just been deleted, until the address changes. */
export function DeletedScanNotice() {
  const navigate = useNavigate();
  const title = useLocation({ select: ({ state }) => state.deletedScan });
  if (title === undefined) return null;
  return (
    <Notice
      onDismiss={() =>
        void navigate({ to: '.', search: true, replace: true, resetScroll: false, state: {} })
      }
    >
      {title} has been deleted.
    </Notice>
  );
}

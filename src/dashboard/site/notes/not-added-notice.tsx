import { describeError } from '../../api/errors.ts';
import { mayHaveBeenSaved } from '../../api/notes.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAddNote, useFailedNotes } from './use-add-note.ts';

interface NotAddedNoticeProps {
  siteId: string;
  onOpen: (recommendationId: string) => void;
}

/** Reports a site's last note that may not have been added, with a button that opens it. */
export function NotAddedNotice({ siteId, onOpen }: NotAddedNoticeProps) {
  const { dismiss } = useAddNote();
  const canAddNotes = useSession().settings.session?.canAddNotes;
  const last = useFailedNotes(siteId).at(-1);
  if (!last) return null;
  return (
    <Notice tone="bad">
      {mayHaveBeenSaved(last.error) ? 'A note may have been saved.' : 'A note was not added.'}{' '}
      {describeError(last.error)}{' '}
      <Button
        look="quiet"
        onClick={() => {
          // The drawer only repeats that the key cannot add notes, so there is nothing left to do.
          if (canAddNotes === false) dismiss(siteId, last.recommendationId);
          onOpen(last.recommendationId);
        }}
      >
        Open the note
      </Button>
    </Notice>
  );
}

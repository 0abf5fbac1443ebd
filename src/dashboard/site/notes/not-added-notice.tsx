import { describeError } from '../../api/errors.ts';
import { mayHaveBeenSaved } from '../../api/notes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSite } from '../../use-site.ts';
import { useAddNote, useFailedNotes } from './use-add-note.ts';
import { useCanAddNotes } from './use-can-add-notes.ts';

interface NotAddedNoticeProps {
  onOpen: (recommendationId: string) => void;
}

/** Reports the most recent note of a site that may not have been added, with a button that opens it. */
export function NotAddedNotice({ onOpen }: NotAddedNoticeProps) {
  const { siteId } = useSite();
  const { dismiss } = useAddNote();
  const canAdd = useCanAddNotes();
  const lastFailure = useFailedNotes().at(-1);
  if (!lastFailure) return null;
  return (
    <Notice tone="bad">
      {mayHaveBeenSaved(lastFailure.error)
        ? 'A note may not have been saved.'
        : 'A note was not added.'}{' '}
      {describeError(lastFailure.error)}{' '}
      <Button
        look="quiet"
        onClick={() => {
          // The drawer says that the key cannot add notes, so this notice is no longer needed.
          if (!canAdd) dismiss({ siteId, recommendationId: lastFailure.recommendationId });
          onOpen(lastFailure.recommendationId);
        }}
      >
        Open the note
      </Button>
    </Notice>
  );
}

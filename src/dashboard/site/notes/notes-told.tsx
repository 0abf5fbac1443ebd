import { inWords } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNotAdded } from './use-adding.ts';

interface NotesToldProps {
  siteId: string;
  onOpen: (recommendationId: string) => void;
}

/** Says of notes that were not added after their drawer was closed. */
export function NotesTold({ siteId, onOpen }: NotesToldProps) {
  const last = useNotAdded(siteId).at(-1);
  if (!last) return null;
  return (
    <Notice tone="bad">
      A note was not added, or is not known to be. {inWords(last.error)}{' '}
      <Button look="quiet" onClick={() => onOpen(last.recommendationId)}>
        Open the note
      </Button>
    </Notice>
  );
}

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import styles from './share.module.css';

interface NewLinkProps {
  link: string;
  /** What the page calls the link: "link" or "address". */
  noun: string;
  /** Says that the link is shown only once, and who can use it. */
  hint: ReactNode;
  /** Whether the link was copied when it was created. */
  isCopied: boolean;
  onAnother: () => void;
}

/** Shows a new link, which cannot be shown again later. */
function NewLink({ link, noun, hint, isCopied, onAnother }: NewLinkProps) {
  const [isCopiedByButton, setCopiedByButton] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const hasBeenCopied = isCopied || isCopiedByButton;
  const title = noun === 'link' ? 'Link' : 'Address';
  return (
    <section className={styles['created']} aria-label={`New ${noun}`}>
      <p role="status">
        {hasBeenCopied ? `${title} copied to the clipboard.` : `The ${noun} is ready. Copy it now.`}
      </p>
      <input
        ref={field}
        className={styles['input']}
        aria-label={title}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles['hint']}>{hint}</p>
      <div className={styles['row']}>
        <Button look="strong" onClick={() => void copyText(link).then(setCopiedByButton)}>
          {hasBeenCopied ? 'Copy again' : `Copy ${noun}`}
        </Button>
        <Button onClick={onAnother}>Create another</Button>
      </div>
    </section>
  );
}

interface LinkDrawerProps<Choices, Created> {
  title: string;
  /** What is created: "link" or "feed". */
  thing: string;
  /** What the page calls its address: "link" or "address". */
  noun: string;
  create: (choices: Choices) => Promise<Created>;
  linkOf: (created: Created) => string;
  hintOf: (created: Created) => ReactNode;
  /** The list that gets the new entry. */
  listKey: QueryKey;
  renderForm: (send: (choices: Choices) => void, isSending: boolean) => ReactNode;
  renderList: (onRevoked: (id: string) => void) => ReactNode;
  onClose: () => void;
}

/** Creates a link or feed, copies and shows its address, and lists the active ones. */
export function LinkDrawer<Choices, Created extends { id: string }>(
  props: LinkDrawerProps<Choices, Created>,
) {
  const { title, thing, noun, linkOf, hintOf, listKey, renderForm, renderList, onClose } = props;
  const client = useQueryClient();
  const [isCopied, setCopied] = useState(false);
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: props.create,
    onSuccess: async (created) => {
      // The address is shown only once, so it must be shown even if the list does not load.
      void client.invalidateQueries({ queryKey: listKey });
      setCopied(await copyText(linkOf(created)));
    },
  });
  return (
    <Drawer title={title} onClose={onClose}>
      <div className={styles['share']}>
        {data ? (
          <NewLink
            link={linkOf(data)}
            hint={hintOf(data)}
            onAnother={() => reset()}
            {...{ noun, isCopied }}
          />
        ) : (
          renderForm((choices) => mutate(choices), isPending)
        )}
        {error && <Failure title={`The ${thing} could not be created`} error={error} />}
        {renderList((id) => {
          if (id === data?.id) reset();
        })}
      </div>
    </Drawer>
  );
}

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type PageSettings, sharePath } from '../../contract/page-settings.ts';
import { isolate } from '../../figures/text/isolate.ts';
import { BrandLogo } from '../ui/brand-logo.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { useTitle } from '../ui/use-title.ts';
import { type LinkState, linkStateAfter } from './link-state.ts';
import { openShare } from './open-share.ts';
import { PassphraseForm } from './passphrase-form.tsx';
import styles from './shared.module.css';

const messages = {
  refused:
    'This link does not work. It may have expired, been revoked, or been copied incompletely. Ask the person who sent it for a new one.',
  ended:
    'This link no longer works, was opened too long ago, or was replaced by another one opened in this browser. Open it again; if that fails, ask for a new one.',
  noLink: 'Open the link that you were sent. This address shows nothing without the full link.',
};

function LinkFrame({ brand, children }: { brand: PageSettings['brand']; children: ReactNode }) {
  useTitle(`Shared report · ${isolate(brand.name)}`);
  return (
    <main className={styles['linkPage']}>
      <Card className={styles['panel']}>
        <BrandLogo brand={brand} />
        <h1>Shared report</h1>
        {children}
      </Card>
    </main>
  );
}

/** Shown when the link was opened, but its report could not be loaded. */
export const UnreadableShare = ({ brand }: { brand: PageSettings['brand'] }) => (
  <LinkFrame brand={brand}>
    <p role="alert">The shared report could not be loaded. The link itself still works.</p>
    <Button onClick={() => window.location.reload()}>Try again</Button>
  </LinkFrame>
);

interface OpenLinkPageProps {
  brand: PageSettings['brand'];
  /** Empty if the page was opened without a secret. */
  secret: string;
  /** Whether a session of the share has ended. */
  hasSessionEnded: boolean;
  onOpened: (settings: PageSettings) => void;
}

/** Opens the link, asks for its passphrase, or says why nothing can be shown. */
export function OpenLinkPage({ brand, secret, hasSessionEnded, onOpened }: OpenLinkPageProps) {
  // Links lead to `sharePath` itself, so a page below it was opened through a link before.
  const hasBeenOpened =
    hasSessionEnded || window.location.pathname.startsWith(`${sharePath}/sites/`);
  const unavailableState: LinkState = {
    kind: 'unavailable',
    reason: hasBeenOpened ? 'ended' : 'noLink',
  };
  const [state, setState] = useState<LinkState>(
    secret === '' ? unavailableState : { kind: 'opening' },
  );
  const [isSending, setSending] = useState(secret !== '');
  const onOpenedRef = useRef(onOpened);
  onOpenedRef.current = onOpened;

  const open = useCallback(
    async (passphrase: string | null) => {
      setSending(true);
      try {
        onOpenedRef.current(await openShare(secret, passphrase));
      } catch (error) {
        setState(linkStateAfter(error, passphrase !== null));
        setSending(false);
      }
    },
    [secret],
  );
  useEffect(() => {
    if (secret !== '') void open(null);
  }, [secret, open]);

  return (
    <LinkFrame brand={brand}>
      {state.kind === 'opening' && (
        <Loading label="Opening the link">
          <p>Opening the link…</p>
        </Loading>
      )}
      {state.kind === 'passphrase' && (
        <PassphraseForm {...{ state, isSending }} onSend={(passphrase) => void open(passphrase)} />
      )}
      {state.kind === 'unavailable' && <p role="alert">{messages[state.reason]}</p>}
      {state.kind === 'failed' && (
        <Failure
          title="The link could not be opened"
          error={state.error}
          onRetry={() => {
            setState({ kind: 'opening' });
            void open(null);
          }}
        />
      )}
    </LinkFrame>
  );
}

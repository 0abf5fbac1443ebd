import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import { ApiError } from '../../api/errors.ts';
import { BrandLogo } from '../../ui/brand-logo.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { signIn } from './calls.ts';
import { draftsOf, watchDrafts } from './draft-store.ts';
import type { SessionEndReason } from './session.ts';
import { SignInHelp } from './sign-in-help.tsx';
import styles from './sign-in-page.module.css';
import { keepForm, keptFormOf } from './unsaved-forms.ts';
import { useSession, useSessionStore } from './use-session.ts';

const endMessages: Record<SessionEndReason, string> = {
  signedOutHere: 'You are signed out.',
  signedOutElsewhere: 'You signed out in another tab. Sign in to continue where you left off.',
  expired: 'Your session has ended. Sign in to continue where you left off.',
  replaced: 'A newer sign-in replaced this session. Sign in again to continue here.',
};

/** The message for the key's field; null without an error, and for errors that have nothing to do with the key. */
function faultOf(error: unknown, isKeyMissing: boolean): string | null {
  if (isKeyMissing) return 'Enter an API key.';
  if (!(error instanceof ApiError)) return null;
  if (error.kind === 'signedOut') return 'This key is not valid. Check it, or create a new one.';
  if (error.status === 429) {
    const seconds = Math.ceil((error.retryAfter ?? 60_000) / 1000);
    return `Too many failed attempts. Try again in ${seconds} s.`;
  }
  return error.status === 422
    ? 'This key is too long, or it is not an API key. Copy the whole key and nothing else, then try again.'
    : null;
}

const savedDraftsText = (count: number): string =>
  `${count === 1 ? 'A draft note is' : `${count} draft notes are`} saved on this device. Sign in with the same key to continue writing.`;

/** Browsers keep the session's cookie only over HTTPS or on localhost. */
const isInsecure = (): boolean => window.isSecureContext === false;

interface SignInPageProps {
  /** What opens after sign-in, for use inside a sentence; null for the default page. */
  destination: string | null;
  onSignedIn: () => void;
}

/** The sign-in form. A typed key stays in the field: it never enters state, storage or the address. */
export function SignInPage({ destination, onSignedIn }: SignInPageProps) {
  const { settings, endReason, endedKeyFingerprint } = useSession();
  useTitle(`Sign in · ${isolate(settings.brand.name)}`);
  const draftCount = useSyncExternalStore(watchDrafts, () =>
    endedKeyFingerprint === null ? 0 : draftsOf(endedKeyFingerprint).length,
  );
  const store = useSessionStore();
  const field = useRef<HTMLInputElement>(null);
  const [isKeyShown, setKeyShown] = useState(false);
  const [isKeyMissing, setKeyMissing] = useState(false);

  useEffect(() => field.current?.focus(), []);

  const signInMutation = useMutation({
    mutationFn: (sampleKey: string | null) =>
      signIn(sampleKey ?? field.current?.value.trim() ?? ''),
    onSuccess: (newSettings) => {
      // What another key has left is forgotten.
      keepForm(keptFormOf(newSettings.session?.keyFingerprint));
      store.begin(newSettings);
      onSignedIn();
    },
    onError: () => field.current?.focus(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signInMutation.isPending) return;
    const isFieldEmpty = !field.current?.value.trim();
    setKeyMissing(isFieldEmpty);
    if (isFieldEmpty) field.current?.focus();
    else signInMutation.mutate(null);
  }

  function signInWithSample(key: string) {
    setKeyMissing(false);
    signInMutation.mutate(key);
  }

  const fault = faultOf(signInMutation.error, isKeyMissing);
  return (
    <main className={styles['page']}>
      <Card className={styles['panel']}>
        <BrandLogo brand={settings.brand} />
        <h1>Sign in</h1>
        {endReason && !signInMutation.error && <Notice>{endMessages[endReason]}</Notice>}
        {!endReason && destination && (
          <Notice>After you sign in, this link opens {destination}.</Notice>
        )}
        {draftCount > 0 && <Notice>{savedDraftsText(draftCount)}</Notice>}
        {endedKeyFingerprint !== null && keptFormOf(endedKeyFingerprint) && (
          <Notice>
            Your unsaved changes are kept as long as this page stays open. Sign in with the same key
            to continue.
          </Notice>
        )}
        {isInsecure() && (
          <Notice tone="warn">
            Browsers do not keep sessions over plain HTTP. Open this page over HTTPS.
          </Notice>
        )}
        {/* A native submission cannot put the key into the address: it is a POST, and the field has no name. */}
        <form className={styles['form']} method="post" onSubmit={submit} noValidate>
          <label htmlFor="api-key">API key</label>
          <div className={styles['field']}>
            <input
              id="api-key"
              ref={field}
              type={isKeyShown ? 'text' : 'password'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={fault !== null}
              aria-describedby={fault === null ? 'api-key-hint' : 'api-key-fault'}
            />
            <Button look="quiet" onClick={() => setKeyShown(!isKeyShown)}>
              {isKeyShown ? 'Hide key' : 'Show key'}
            </Button>
          </div>
          {fault && (
            <p id="api-key-fault" className={styles['fault']} role="alert">
              {fault}
            </p>
          )}
          <Button
            look="strong"
            type="submit"
            className={styles['send']}
            isUnavailable={signInMutation.isPending}
          >
            {signInMutation.isPending ? 'Signing in…' : 'Sign in'}
          </Button>
        </form>
        {signInMutation.error && fault === null && (
          <Failure
            title="Sign-in failed"
            error={signInMutation.error}
            onRetry={() => signInMutation.mutate(signInMutation.variables ?? null)}
          />
        )}
        <p id="api-key-hint" className={styles['hint']}>
          Keys come from the API Keys area of your account settings, or from whoever runs this
          dashboard.
        </p>
        <SignInHelp
          help={settings.help}
          isBusy={signInMutation.isPending}
          onChooseKey={signInWithSample}
        />
      </Card>
    </main>
  );
}

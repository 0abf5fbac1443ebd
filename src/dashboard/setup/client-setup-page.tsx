import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ClientDetails } from '../../contract/sightline/setup.ts';
import { ApiError } from '../api/errors.ts';
import { clientDetailsQuery } from '../api/sightline/client-details.ts';
import { useChange } from '../api/sightline/use-change.ts';
import { useCanSetUp, usePageSettings } from '../app/session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChangeOutcome } from '../ui/change-outcome.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { Block, Loading } from '../ui/skeleton.tsx';
import { ArchivedSites } from './archived-sites.tsx';
import { type ClientDraft, toClientDraft } from './client-draft.ts';
import { ClientFields } from './client-fields.tsx';
import { toClientPatch } from './client-patch.ts';
import styles from './client-setup-page.module.css';
import { DangerZone } from './danger-zone.tsx';
import { describeClientChanges, describeKeptClient } from './describe-client.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { OthersChanges } from './others-changes.tsx';
import { rebaseFields } from './rebase-draft.ts';
import { ClientConflict, saveClient } from './save-client.ts';
import { toSentence } from './to-sentence.ts';
import { useKeep, useKept } from './use-kept.ts';

/** The form as the user left it, and what it was made from. */
interface KeptForm {
  base: ClientDraft;
  draft: ClientDraft;
}

const noErrors: ReadonlyMap<string, string> = new Map();

/** The form that changes a client. */
function ClientEditor({ details }: { details: ClientDetails }) {
  const { session } = usePageSettings();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const formName = `client ${details.id}`;
  const kept = useKept<KeptForm>(formName);
  // Compared with what was last loaded or saved here, so that changes of others are never sent back.
  const [base, setBase] = useState(() => kept?.base ?? toClientDraft(details));
  const [draft, setDraft] = useState(kept?.draft ?? base);
  const [shownErrors, setShownErrors] = useState(noErrors);
  const [othersChanges, setOthersChanges] = useState<readonly string[]>([]);
  const { patch, errors } = toClientPatch(draft, base);
  const isDirty = Object.keys(patch).length > 0;
  useKeep(formName, isDirty ? ({ base, draft } satisfies KeptForm) : null);

  async function showStored() {
    await queries.invalidateQueries();
    const newest = queries.getQueryData(clientDetailsQuery(details.id).queryKey);
    const stored = newest ? toClientDraft(newest) : draft;
    setBase(stored);
    setDraft(stored);
  }
  const { state, isBusy, send } = useChange(
    () => {
      setOthersChanges([]);
      return saveClient(queries, {
        session: session?.id ?? null,
        clientId: details.id,
        patch,
        base,
      });
    },
    () => void showStored(),
    (error) => {
      if (error instanceof ApiError) {
        const placed = error.faults.filter(({ parameter }) => parameter in draft);
        setShownErrors(
          new Map(placed.map(({ parameter, message }) => [parameter, toSentence(message)])),
        );
      }
      if (!(error instanceof ClientConflict)) return;
      const { stored } = error;
      setOthersChanges([
        ...describeClientChanges(base, stored),
        ...describeKeptClient(draft, base, stored),
      ]);
      setDraft(rebaseFields(draft, base, stored));
      setBase(stored);
    },
  );
  const isConflict = state.kind === 'failed' && state.error instanceof ClientConflict;

  useEffect(() => {
    if (shownErrors.size > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shownErrors]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setShownErrors(errors);
    if (errors.size === 0 && isDirty) send();
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <ClientFields
        draft={draft}
        errors={shownErrors}
        onChange={(change) => {
          setDraft((current) => ({ ...current, ...change }));
          setShownErrors(
            (current) => new Map([...current].filter(([field]) => !(field in change))),
          );
        }}
      />
      <OthersChanges noun="client" changes={othersChanges} />
      {shownErrors.size === 0 && !isConflict && (
        <ChangeOutcome
          state={state}
          failureTitle="The client could not be saved"
          promise="the client is saved"
        />
      )}
      <div className={styles['actions']}>
        <Button look="strong" type="submit" isUnavailable={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        {isDirty && !isBusy && (
          <Button
            onClick={() => {
              setDraft(base);
              setShownErrors(noErrors);
              setOthersChanges([]);
            }}
          >
            Discard
          </Button>
        )}
        <p role="status">
          {isDirty && !isBusy && 'Unsaved changes'}
          {!isDirty && state.kind === 'done' && 'Saved.'}
        </p>
      </div>
      <LeaveGuard isDirty={isDirty && !isBusy} />
    </form>
  );
}

/** Changes a client's details and branding, restores its archived sites, and deletes it. */
export function ClientSetupPage({ clientId }: { clientId: string }) {
  const canSetUp = useCanSetUp();
  const { data, error, refetch } = useQuery({
    ...clientDetailsQuery(clientId),
    enabled: canSetUp,
  });
  if (!canSetUp) {
    return <Notice tone="warn">This key does not have permission to change the client.</Notice>;
  }
  if (data) {
    return (
      <>
        <h1>Set-up</h1>
        <Card>
          <ClientEditor details={data} />
        </Card>
        <ArchivedSites sites={data.archivedSites} />
        <DangerZone site={null} client={{ id: data.id, name: data.name ?? '' }} />
      </>
    );
  }
  return (
    <>
      <h1>Set-up</h1>
      {error ? (
        <Failure
          title="The client could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading the client">
          <Block width="100%" height="24rem" />
        </Loading>
      )}
    </>
  );
}

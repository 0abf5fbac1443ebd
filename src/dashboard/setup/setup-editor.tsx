import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { SetupJob, SiteSetup } from '../../contract/sightline/setup.ts';
import { ApiError, isNotFound } from '../api/errors.ts';
import { changeClient, clientDetailsQuery } from '../api/sightline/client-details.ts';
import {
  forgetBeforeSave,
  isJob,
  saveSetup,
  setupMentionsQuery,
  setupQuery,
  startedJobQuery,
} from '../api/sightline/setup.ts';
import { hasEnded, setupJobQuery } from '../api/sightline/setup-jobs.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { type ClientDraft, toClientDraft } from './client-draft.ts';
import { describeChanges } from './describe-changes.ts';
import { hasChanged, hasClientChanged, hasSiteChanged, toDraft } from './draft.ts';
import { addPasted } from './draft-reducer.ts';
import { type CheckedRequest, toClientChange, toSetupRequest } from './draft-request.ts';
import { JobProgress } from './job-progress.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { describeOutcome } from './mention-words.ts';
import { rebaseDraft } from './rebase-draft.ts';
import { errorsAtFields, SaveFailure } from './save-failure.tsx';
import styles from './setup.module.css';
import { SetupForm } from './setup-form.tsx';
import { useDraft } from './use-draft.ts';

/** What the service has stored: the set-up of a site, and its client's fields if it has a client. */
export interface StoredSetup {
  setup: SiteSetup;
  client: ClientDraft | null;
}

/** What the last save came to. */
type Outcome = { kind: 'saved'; sentences: readonly string[] } | { kind: 'failed'; reason: string };

interface SaveRequests {
  /** The client's fields as they will be. */
  client: ClientDraft | null;
  clientPatch: ReturnType<typeof toClientChange> | null;
  setupRequest: ReturnType<typeof toSetupRequest> | null;
}

const isSame = (one: StoredSetup, other: StoredSetup): boolean =>
  one.setup.revision === other.setup.revision &&
  JSON.stringify(one.client) === JSON.stringify(other.client);

/** The form for a stored set-up. `newest` is what was last loaded. */
export function SetupEditor({ newest }: { newest: StoredSetup }) {
  const { siteId, clientId } = newest.setup;
  const session = usePageSettings().session?.id ?? null;
  const queries = useQueryClient();
  const isNewSite = useLocation({ select: ({ state }) => state.isNewSite === true });
  const [base, setBase] = useState(newest);
  const baseDraft = useMemo(() => toDraft(base.setup, base.client), [base]);
  const { draft, dispatch, attempt, fail } = useDraft('stored', () => baseDraft);
  const [othersChanges, setOthersChanges] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const mentions = useQuery(setupMentionsQuery(siteId));
  const isDirty = hasChanged(draft, baseDraft);

  /** Shows what is stored now. */
  function adopt(stored: StoredSetup): void {
    setBase(stored);
    dispatch({ type: 'replace', draft: toDraft(stored.setup, stored.client) });
    setOthersChanges([]);
  }

  /** Takes over what someone else has saved, and keeps the user's changes. */
  function reconcile(stored: StoredSetup): void {
    if (isSame(stored, base)) return;
    if (!isDirty) {
      adopt(stored);
      return;
    }
    const storedDraft = toDraft(stored.setup, stored.client);
    setOthersChanges(describeChanges(baseDraft, storedDraft));
    dispatch({ type: 'replace', draft: rebaseDraft(draft, baseDraft, storedDraft) });
    setBase(stored);
  }

  /** Loads what is stored now. @throws ApiError */
  async function loadStored(): Promise<StoredSetup> {
    const [setup, details] = await Promise.all([
      queries.fetchQuery(setupQuery(siteId)),
      clientId === null
        ? null
        : queries.fetchQuery({ ...clientDetailsQuery(clientId), staleTime: 0 }),
    ]);
    return { setup, client: details && toClientDraft(details) };
  }

  /** Retires the questions that the user deleted and that have been answered since, which cannot be deleted. */
  async function retireAnswered(): Promise<void> {
    const { setup } = await loadStored();
    const answered = new Set(setup.prompts.flatMap(({ id, hasAnswers }) => (hasAnswers ? id : [])));
    const questions = draft.questions.map((question) => {
      if (!answered.has(question.key)) return question;
      const { isRemoved, isRetired } = question;
      return {
        ...question,
        hasAnswers: true,
        isRemoved: false,
        isRetired: isRetired || isRemoved,
      };
    });
    dispatch({ type: 'questions', questions });
    fail(
      new Map([
        [
          'form',
          'Questions that you deleted have been answered meanwhile. They are retired instead; save again.',
        ],
      ]),
    );
  }

  /** Shows what was saved at once, without loading it again. */
  function adoptSaved(stored: StoredSetup): void {
    queries.setQueryData(setupQuery(siteId).queryKey, stored.setup);
    if (clientId !== null && stored.client !== null) {
      const { client } = stored;
      queries.setQueryData(
        clientDetailsQuery(clientId).queryKey,
        (details) => details && { ...details, ...client },
      );
    }
    adopt(stored);
    setOutcome({ kind: 'saved', sentences: [] });
    void forgetBeforeSave(queries);
  }

  const save = useMutation({
    mutationFn: async ({ clientPatch, setupRequest }: SaveRequests) => {
      let job: SetupJob | null = null;
      if (clientId !== null && clientPatch?.body) {
        job = await changeClient(session, clientId, clientPatch.body);
      }
      if (!setupRequest?.body) return { job, setup: null };
      const saved = await saveSetup({ session, siteId }, setupRequest.body);
      return isJob(saved) ? { job: saved, setup: null } : { job, setup: saved };
    },
    onMutate: () => {
      setOutcome(null);
      setOthersChanges([]);
    },
    onSuccess: ({ job, setup }, { client }) => {
      if (job === null) adoptSaved({ setup: setup ?? base.setup, client });
      else queries.setQueryData(startedJobQuery(siteId).queryKey, job.id);
    },
    onError: async (error, { clientPatch, setupRequest }) => {
      if (error instanceof ApiError && error.problemType === problemTypes.hasAnswers) {
        await retireAnswered();
        return;
      }
      const requests: (CheckedRequest<unknown> | null)[] = [setupRequest, clientPatch];
      // The client is saved first, so its request has failed if the call is its own.
      const failed = error instanceof ApiError && error.call.startsWith('PATCH') ? 1 : 0;
      const errors = errorsAtFields(error, requests[failed] ?? { place: () => new Map() });
      if (errors.size > 0) fail(errors);
      if (error instanceof ApiError && error.problemType === problemTypes.setupChanged) {
        reconcile(await loadStored());
      }
    },
  });

  /** Shows what a job came to. If it failed, the user's changes are kept. */
  async function finish(result: Outcome): Promise<void> {
    // If this fails, the next request for the set-up shows what is stored.
    const stored = await loadStored().catch(() => null);
    if (stored && result.kind === 'saved') adopt(stored);
    else if (stored) reconcile(stored);
    setOutcome(result);
    queries.setQueryData(startedJobQuery(siteId).queryKey, null);
    void forgetBeforeSave(queries);
  }

  const startedJob = useQuery(startedJobQuery(siteId)).data ?? null;
  const job = useQuery({ ...setupJobQuery(startedJob ?? ''), enabled: startedJob !== null });
  const isJobLost = startedJob !== null && isNotFound(job.error);
  const endedJob = startedJob !== null && job.data && hasEnded(job.data) ? job.data : null;
  const isBusy = save.isPending || startedJob !== null;
  const onJobEnd = useEffectEvent((ended: SetupJob | null) => {
    const result: Outcome =
      ended?.state === 'done'
        ? { kind: 'saved', sentences: describeOutcome(ended) }
        : {
            kind: 'failed',
            reason:
              ended?.failure ?? 'The service no longer knows this save. Check what is stored.',
          };
    void finish(result);
  });
  useEffect(() => {
    if (endedJob || isJobLost) onJobEnd(endedJob);
  }, [endedJob, isJobLost]);

  const onNewest = useEffectEvent((stored: StoredSetup) => {
    if (!isBusy) reconcile(stored);
  });
  useEffect(() => onNewest(newest), [newest]);

  function submit(): void {
    const complete = addPasted(draft);
    dispatch({ type: 'replace', draft: complete });
    const { client } = complete;
    const clientPatch =
      client && base.client && hasClientChanged(complete, baseDraft)
        ? toClientChange(complete, client, base.client)
        : null;
    const setupRequest = hasSiteChanged(complete, baseDraft)
      ? toSetupRequest(complete, base.setup)
      : null;
    const errors = new Map([...(clientPatch?.errors ?? []), ...(setupRequest?.errors ?? [])]);
    if (errors.size > 0) fail(errors);
    else if (clientPatch || setupRequest) save.mutate({ client, clientPatch, setupRequest });
    else setOutcome({ kind: 'saved', sentences: [] });
  }

  return (
    <>
      {isNewSite && !outcome && (
        <Notice>The site is set up. Its pages show figures once a scan has been imported.</Notice>
      )}
      <SetupForm
        {...{ draft, dispatch, attempt, isBusy }}
        mentions={mentions.data}
        saveLabel="Save"
        onSave={submit}
        actions={
          isDirty &&
          !isBusy && (
            <Button onClick={() => dispatch({ type: 'replace', draft: baseDraft })}>Discard</Button>
          )
        }
        status={
          <>
            {isBusy && <JobProgress job={job.data ?? null} />}
            {job.error && !isJobLost && (
              <Failure
                title="The progress of the save could not be loaded"
                error={job.error}
                onRetry={() => job.refetch()}
              />
            )}
            {othersChanges.length > 0 && <OthersChanges changes={othersChanges} />}
            <SaveError error={save.isPending ? null : save.error} />
            {!isBusy && <OutcomeText outcome={outcome} isDirty={isDirty} />}
          </>
        }
      />
      <LeaveGuard isDirty={isDirty && !isBusy} />
    </>
  );
}

/** What someone else has changed since the page was opened. */
function OthersChanges({ changes }: { changes: readonly string[] }) {
  return (
    <div role="alert" className={styles['conflict']}>
      <p>
        <b>Someone else saved this set-up meanwhile.</b> Your changes are kept in the form, together
        with theirs. Check them, and save again.
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );
}

/** Why a save failed; nothing after a conflict, which `OthersChanges` explains. */
function SaveError({ error }: { error: unknown }) {
  if (error instanceof ApiError && error.problemType === problemTypes.setupChanged) return null;
  return <SaveFailure title="The set-up could not be saved" error={error} />;
}

function OutcomeText({ outcome, isDirty }: { outcome: Outcome | null; isDirty: boolean }) {
  const isFailed = outcome?.kind === 'failed';
  return (
    <>
      {isFailed && <Notice tone="bad">Nothing was saved. {outcome.reason}</Notice>}
      <p role="status">
        {isDirty
          ? 'Unsaved changes'
          : outcome?.kind === 'saved' && ['Saved.', ...outcome.sentences].join(' ')}
      </p>
    </>
  );
}

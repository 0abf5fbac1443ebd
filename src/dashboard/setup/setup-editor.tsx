import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { SiteCollection } from '../../contract/sightline/collect.ts';
import type { SetupJob, SiteSetup } from '../../contract/sightline/setup.ts';
import { ApiError, describeError, isNotFound } from '../api/errors.ts';
import { clientDetailsQuery } from '../api/sightline/client-details.ts';
import { refreshCollection, runScan } from '../api/sightline/collection.ts';
import {
  type StartedJobs,
  saveSetup,
  setupMentionsQuery,
  setupQuery,
  startedJobsQuery,
} from '../api/sightline/setup.ts';
import { hasEnded, setupJobQuery } from '../api/sightline/setup-jobs.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { whereAndWhenHash } from '../collecting/where-and-when-hash.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { type ClientDraft, toClientDraft } from './client-draft.ts';
import { describeChanges } from './describe-changes.ts';
import { describeKept } from './describe-kept.ts';
import {
  hasChanged,
  hasClientChanged,
  hasCollectionChanged,
  hasSiteChanged,
  type SetupDraft,
  toDraft,
} from './draft.ts';
import { addPasted, type DraftAction } from './draft-reducer.ts';
import { toClientChange, toSetupRequest } from './draft-request.ts';
import { isSame } from './is-same.ts';
import { JobProgress } from './job-progress.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { describeOutcome } from './mention-words.ts';
import { OthersChanges } from './others-changes.tsx';
import { readForeignLanguages } from './question-languages.ts';
import { rebaseDraft } from './rebase-draft.ts';
import { ClientConflict, saveClient } from './save-client.ts';
import { errorsAtFields, SaveFailure } from './save-failure.tsx';
import { SetupForm } from './setup-form.tsx';
import { useDraft } from './use-draft.ts';
import { useKeep, useKept } from './use-kept.ts';

/** What the service has stored: the set-up of a site, and its client's fields if it has a client. */
export interface StoredSetup {
  setup: SiteSetup;
  client: ClientDraft | null;
}

/** The form as the user left it, and what it was made from. */
interface KeptForm {
  base: StoredSetup;
  draft: SetupDraft;
}

/** What the last save came to. */
type Outcome =
  | { kind: 'saved'; sentences: readonly string[] }
  | { kind: 'failed'; reasons: readonly string[] };

/** Which parts of the form are stored as the user sent them. */
type SavedParts = Readonly<Record<keyof StartedJobs, boolean>>;
const noParts: SavedParts = { client: false, setup: false };

interface SaveRequests {
  /** The client's fields as they will be. */
  client: ClientDraft | null;
  clientPatch: ReturnType<typeof toClientChange> | null;
  setupRequest: ReturnType<typeof toSetupRequest> | null;
}

const isUnchanged = (one: StoredSetup, other: StoredSetup): boolean =>
  one.setup.revision === other.setup.revision && isSame(one.client, other.client);

/** Whether nothing was saved because someone else has saved meanwhile. */
const isConflict = (error: unknown): boolean =>
  error instanceof ClientConflict ||
  (error instanceof ApiError && error.problemType === problemTypes.setupChanged);

/** Why no scan was started after a save. */
function describeRunFailure(error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : null;
  return `Everything is saved, but no scan was started. ${reason ?? describeError(error)}`;
}

/** Why a job failed. `job` is undefined if the service no longer knows it. */
const describeJobFailure = (part: 'client' | 'site', job: SetupJob | undefined): string =>
  job?.state === 'failed'
    ? `The ${part} was not saved. ${job.failure ?? 'The service gave no reason.'}`
    : `The service no longer knows this save of the ${part}. Check what is stored.`;

interface SetupEditorProps {
  /** What was last loaded. */
  newest: StoredSetup;
  /** What the service can ask, and what that costs; null if the key may not run scans. */
  collection: SiteCollection | null;
}

/** The form for a stored set-up. */
export function SetupEditor({ newest, collection }: SetupEditorProps) {
  const { siteId, clientId } = newest.setup;
  const session = usePageSettings().session?.id ?? null;
  const queries = useQueryClient();
  const isNewSite = useLocation({ select: ({ state }) => state.isNewSite === true });
  const formName = `set-up of ${siteId}`;
  const kept = useKept<KeptForm>(formName);
  const [base, setBase] = useState(kept?.base ?? newest);
  const languages = useMemo(() => readForeignLanguages(base.setup), [base.setup]);
  // A platform that is connected meanwhile does not change what the form suggested.
  const [suggested] = useState(collection?.platforms ?? null);
  const draftOf = useCallback(
    (setup: SiteSetup, client: ClientDraft | null) => toDraft(setup, client, suggested),
    [suggested],
  );
  const baseDraft = useMemo(() => draftOf(base.setup, base.client), [base, draftOf]);
  const { draft, dispatch, attempt, fail } = useDraft('stored', () => kept?.draft ?? baseDraft);
  const [othersChanges, setOthersChanges] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** Changes the form for the user. What the last save came to no longer concerns it. */
  const edit = useCallback(
    (action: DraftAction) => {
      setOutcome((current) => (current?.kind === 'failed' ? { ...current, reasons: [] } : current));
      dispatch(action);
    },
    [dispatch],
  );
  const mentions = useQuery(setupMentionsQuery(siteId));
  const isDirty = hasChanged(draft, baseDraft);
  useKeep(formName, isDirty ? ({ base, draft } satisfies KeptForm) : null);

  /** Shows what is stored now. */
  function adopt(stored: StoredSetup): void {
    setBase(stored);
    dispatch({ type: 'replace', draft: draftOf(stored.setup, stored.client) });
    setOthersChanges([]);
  }

  /** Takes over what someone else has saved, and keeps the user's changes except those that are saved themselves. */
  function reconcile(stored: StoredSetup, saved: SavedParts): void {
    if (isUnchanged(stored, base)) {
      // The revision stays the same when questions are answered.
      if (!isDirty && !isSame(stored, base)) adopt(stored);
      return;
    }
    // With other spellings, other answers name the brands.
    void queries.invalidateQueries({ queryKey: setupMentionsQuery(siteId).queryKey });
    const storedDraft = draftOf(stored.setup, stored.client);
    const mine: SetupDraft = {
      ...(saved.setup ? storedDraft : draft),
      client: (saved.client ? storedDraft : draft).client,
    };
    const known = draftOf(
      (saved.setup ? stored : base).setup,
      (saved.client ? stored : base).client,
    );
    if (!hasChanged(mine, known)) {
      adopt(stored);
      return;
    }
    setOthersChanges([
      ...describeChanges(known, storedDraft),
      ...describeKept(mine, known, storedDraft),
    ]);
    dispatch({ type: 'replace', draft: rebaseDraft(mine, known, storedDraft) });
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

  const navigate = useNavigate();
  /** Whether a scan starts once the save is done. */
  const isRunWanted = useRef(false);
  const run = useMutation({
    mutationFn: () => runScan({ session, siteId }),
    onSuccess: () =>
      navigate({
        to: '/sites/$siteId/scans',
        params: { siteId },
        search: true,
        ignoreBlocker: true,
      }),
    onError: (error) => setOutcome({ kind: 'failed', reasons: [describeRunFailure(error)] }),
    onSettled: () => refreshCollection(queries, siteId),
  });

  /** Says that everything is saved, and starts a scan if the user wants one. */
  function conclude(sentences: readonly string[]): void {
    setOutcome({ kind: 'saved', sentences });
    if (isRunWanted.current) run.mutate();
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
    conclude([]);
    void queries.invalidateQueries();
  }

  /** Follows jobs, also after the page has been left and opened again. */
  const follow = (jobs: StartedJobs | null) =>
    queries.setQueryData(startedJobsQuery(siteId).queryKey, jobs);

  const save = useMutation({
    mutationFn: async ({ client, clientPatch, setupRequest }: SaveRequests) => {
      let clientJob: SetupJob | null = null;
      if (clientId !== null && client && base.client && clientPatch?.body) {
        const patch = clientPatch.body;
        clientJob = await saveClient(queries, { session, clientId, patch, base: base.client });
        if (clientJob) follow({ client: clientJob.id, setup: null });
        // If the next request fails, what is already saved must not count as someone else’s change.
        else setBase((current) => ({ ...current, client }));
      }
      const saved = setupRequest?.body
        ? await saveSetup({ session, siteId }, setupRequest.body)
        : null;
      return { clientJob, saved };
    },
    onMutate: () => {
      setOutcome(null);
      setOthersChanges([]);
    },
    onSuccess: ({ clientJob, saved }, { client }) => {
      const setup = saved?.setup ?? base.setup;
      if (clientJob === null && !saved?.job) {
        adoptSaved({ setup, client });
        return;
      }
      if (saved?.setup) {
        setBase((current) => ({ ...current, setup }));
        dispatch({ type: 'replace', draft: draftOf(setup, client) });
      }
      follow({ client: clientJob?.id ?? null, setup: saved?.job?.id ?? null });
    },
    onError: async (error, { clientPatch, setupRequest }) => {
      if (error instanceof ApiError && error.problemType === problemTypes.hasAnswers) {
        await retireAnswered();
        return;
      }
      // The client is saved first, so its request has failed if the call is its own.
      const isClientRefused =
        error instanceof ClientConflict ||
        (error instanceof ApiError && error.call.startsWith('PATCH'));
      const failed = isClientRefused ? clientPatch : setupRequest;
      const errors = errorsAtFields(error, failed ?? { place: () => new Map() });
      if (errors.size > 0) fail(errors);
      if (isConflict(error)) {
        const isClientWaiting = queries.getQueryData(startedJobsQuery(siteId).queryKey)?.client;
        const isClientSaved = clientPatch !== null && !isClientRefused && !isClientWaiting;
        reconcile(await loadStored(), { ...noParts, client: isClientSaved });
      }
    },
  });

  const started = useQuery(startedJobsQuery(siteId)).data ?? null;
  const clientJob = useQuery(setupJobQuery(started?.client ?? null));
  const setupJob = useQuery(setupJobQuery(started?.setup ?? null));
  const jobs = [
    { part: 'client' as const, id: started?.client ?? null, query: clientJob },
    { part: 'site' as const, id: started?.setup ?? null, query: setupJob },
  ].filter(({ id }) => id !== null);
  const openJobs = jobs.filter(
    ({ query: { data, error } }) => !(isNotFound(error) || (data && hasEnded(data))),
  );
  const unreadJob = openJobs.find(({ query }) => query.error !== null)?.query;
  const isBusy = save.isPending || started !== null;
  const isOver = started !== null && openJobs.length === 0 && !save.isPending;

  /** Shows what the jobs came to. The user's changes are kept where one failed. */
  async function finish(): Promise<void> {
    const failures = jobs
      .filter(({ query }) => query.data?.state !== 'done')
      .map(({ part, query }) => describeJobFailure(part, query.data));
    // If this fails, the next request for the set-up shows what is stored.
    const stored = await loadStored().catch(() => null);
    if (stored) {
      reconcile(stored, {
        client: clientJob.data?.state === 'done',
        setup: setupJob.data?.state === 'done',
      });
    }
    if (failures.length > 0) setOutcome({ kind: 'failed', reasons: failures });
    else conclude(setupJob.data ? describeOutcome(setupJob.data) : []);
    follow(null);
    void queries.invalidateQueries();
  }
  const onOver = useEffectEvent(() => void finish());
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);

  const onNewest = useEffectEvent((stored: StoredSetup) => {
    if (!isBusy) reconcile(stored, noParts);
  });
  useEffect(() => onNewest(newest), [newest]);

  /** @param hasRun whether to start a scan once everything is saved */
  function submit(hasRun: boolean): void {
    isRunWanted.current = hasRun;
    const complete = addPasted(draft);
    dispatch({ type: 'replace', draft: complete });
    const { client } = complete;
    const clientPatch =
      client && base.client && hasClientChanged(complete, baseDraft)
        ? toClientChange(complete, client, base.client)
        : null;
    // The form also shows suggestions as chosen, so they are saved without having been touched.
    const isSuggested =
      base.setup.collection === null && (complete.collection?.platforms.length ?? 0) > 0;
    const hasNewCollection = isSuggested || hasCollectionChanged(complete, baseDraft);
    const setupRequest =
      hasNewCollection || hasSiteChanged(complete, baseDraft)
        ? toSetupRequest(complete, base.setup, hasNewCollection)
        : null;
    const errors = new Map([...(clientPatch?.errors ?? []), ...(setupRequest?.errors ?? [])]);
    if (errors.size > 0) fail(errors);
    else if (clientPatch || setupRequest)
      save.mutate({
        client: client && Object.assign({}, client, clientPatch?.body),
        clientPatch,
        setupRequest,
      });
    else conclude([]);
  }

  return (
    <>
      {isNewSite && !outcome && (
        <Notice>
          The site is set up.{' '}
          {collection ? (
            <>
              Choose{' '}
              <Link to="." search={true} state={true} hash={whereAndWhenHash}>
                where and when
              </Link>{' '}
              its questions are asked.
            </>
          ) : (
            'Its pages show figures once a scan has been imported.'
          )}
        </Notice>
      )}
      <SetupForm
        {...{ draft, attempt, collection }}
        dispatch={edit}
        isBusy={isBusy || run.isPending}
        mentions={mentions.data}
        languages={languages}
        saveLabel="Save"
        onSave={() => submit(false)}
        actions={
          <>
            {isDirty && !isBusy && <Button onClick={() => adopt(base)}>Discard</Button>}
            {draft.collection && collection && (
              <Button isUnavailable={isBusy || run.isPending} onClick={() => submit(true)}>
                Save and run
              </Button>
            )}
          </>
        }
        status={
          <>
            {isBusy && <JobProgress job={openJobs.at(-1)?.query.data ?? null} />}
            {unreadJob && (
              <Failure
                title="The progress of the save could not be loaded"
                error={unreadJob.error}
                onRetry={() => unreadJob.refetch()}
              />
            )}
            <OthersChanges noun="set-up" changes={othersChanges} />
            <SaveError error={save.isPending ? null : save.error} />
            {run.isPending && <p role="status">Starting the scan…</p>}
            {!isBusy && !run.isPending && <OutcomeText outcome={outcome} isDirty={isDirty} />}
          </>
        }
      />
      <LeaveGuard isDirty={isDirty && !isBusy} />
    </>
  );
}

/** Why a save failed; nothing after a conflict, which `OthersChanges` explains. */
function SaveError({ error }: { error: unknown }) {
  if (isConflict(error)) return null;
  return <SaveFailure title="The set-up could not be saved" error={error} />;
}

function OutcomeText({ outcome, isDirty }: { outcome: Outcome | null; isDirty: boolean }) {
  const reasons = outcome?.kind === 'failed' ? outcome.reasons : [];
  return (
    <>
      {reasons.map((reason) => (
        <Notice key={reason} tone="bad">
          {reason}
        </Notice>
      ))}
      <p role="status">
        {isDirty
          ? 'Unsaved changes'
          : outcome?.kind === 'saved' && ['Saved.', ...outcome.sentences].join(' ')}
      </p>
    </>
  );
}

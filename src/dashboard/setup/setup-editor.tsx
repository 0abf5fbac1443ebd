import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { SiteScanSettings } from '../../contract/sightline/scans.ts';
import type { SetupJob, SiteSetup } from '../../contract/sightline/setup.ts';
import { ApiError } from '../api/errors.ts';
import { type StartedJobs, saveSetup, setupMentionsQuery } from '../api/sightline/setup.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import type { ClientDraft } from './client-draft.ts';
import { describeChanges } from './describe-changes.ts';
import { describeKept } from './describe-kept.ts';
import { hasChanged, type SetupDraft, toDraft } from './draft.ts';
import { addPasted, type DraftAction } from './draft-reducer.ts';
import { isSame } from './is-same.ts';
import { JobProgress } from './job-progress.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { describeOutcome } from './mention-words.ts';
import { NewSiteNotice } from './new-site-notice.tsx';
import { OthersChanges } from './others-changes.tsx';
import { readForeignLanguages } from './question-languages.ts';
import { rebaseDraft } from './rebase-draft.ts';
import { retireAnswered } from './retire-answered.ts';
import { ClientConflict, saveClient } from './save-client.ts';
import { errorsAtFields } from './save-failure.tsx';
import { isConflict, type Outcome, SaveError, SaveOutcome } from './save-outcome.tsx';
import { type SaveRequests, toSaveRequests } from './save-requests.ts';
import { SetupForm } from './setup-form.tsx';
import { isUnchanged, keepStored, loadStored, type StoredSetup } from './stored-setup.ts';
import { useDraft } from './use-draft.ts';
import { useKeep, useKept } from './use-kept.ts';
import { useRunAfterSave } from './use-run-after-save.ts';
import { useSetupJobs } from './use-setup-jobs.ts';

/** The form as the user left it, and what it was made from. */
interface KeptForm {
  base: StoredSetup;
  draft: SetupDraft;
}

/** Which parts of the form are stored as the user sent them. */
type SavedParts = Readonly<Record<keyof StartedJobs, boolean>>;
const noParts: SavedParts = { client: false, setup: false };

/** Whether to start a scan once everything is saved. */
interface HasRun {
  hasRun: boolean;
}

const answeredMeanwhile =
  'Questions that you deleted have been answered meanwhile. They are retired instead; save again.';

interface SetupEditorProps {
  /** What was last loaded. */
  newest: StoredSetup;
  /** What the service can ask, and what that costs; null if the key may not run scans. */
  scanOptions: SiteScanSettings | null;
}

/** The form for a stored set-up. */
export function SetupEditor({ newest, scanOptions }: SetupEditorProps) {
  const { siteId, clientId } = newest.setup;
  const session = usePageSettings().session?.id ?? null;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isNewSite = useLocation({ select: ({ state }) => state.isNewSite === true });
  const notStarted = useLocation({ select: ({ state }) => state.notStarted ?? null });
  const formName = `set-up of ${siteId}`;
  const kept = useKept<KeptForm>(formName);
  const [base, setBase] = useState(kept?.base ?? newest);
  const languages = useMemo(() => readForeignLanguages(base.setup), [base.setup]);
  // A platform that is connected meanwhile does not change what the form suggested.
  const [suggested] = useState(scanOptions?.platforms ?? null);
  const draftOf = useCallback(
    (setup: SiteSetup, client: ClientDraft | null) => toDraft(setup, client, suggested),
    [suggested],
  );
  const baseDraft = useMemo(() => draftOf(base.setup, base.client), [base, draftOf]);
  const { draft, dispatch, attempt, fail } = useDraft('stored', () => kept?.draft ?? baseDraft);
  const [othersChanges, setOthersChanges] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(
    notStarted === null ? null : { kind: 'failed', reasons: [notStarted] },
  );
  const onShown = useEffectEvent(() => {
    if (notStarted === null) return;
    // The browser keeps the state, and a reload would show an outdated reason.
    void navigate({
      to: '.',
      search: true,
      hash: true,
      state: { isNewSite },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  });
  useEffect(() => onShown(), []);
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

  const run = useRunAfterSave({
    siteId,
    search: true,
    replace: false,
    onFailure: (reason) => setOutcome({ kind: 'failed', reasons: [reason] }),
  });

  /** Says that everything is saved, and starts a scan if the user wants one. */
  function conclude(sentences: readonly string[], hasRun: boolean): void {
    setOutcome({ kind: 'saved', sentences });
    if (hasRun) run.start();
  }

  const jobs = useSetupJobs();
  const save = useMutation({
    mutationFn: async ({ client, clientPatch, setupRequest }: SaveRequests & HasRun) => {
      let clientJob: SetupJob | null = null;
      if (clientId !== null && client && base.client && clientPatch?.body) {
        const patch = clientPatch.body;
        clientJob = await saveClient(queries, { session, clientId, patch, base: base.client });
        if (clientJob) jobs.follow({ client: clientJob.id, setup: null });
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
    onSuccess: ({ clientJob, saved }, { client, hasRun }) => {
      const setup = saved?.setup ?? base.setup;
      if (clientJob === null && !saved?.job) {
        keepStored(queries, { setup, client });
        adopt({ setup, client });
        conclude([], hasRun);
        void queries.invalidateQueries();
        return;
      }
      if (saved?.setup) {
        setBase((current) => ({ ...current, setup }));
        dispatch({ type: 'replace', draft: draftOf(setup, client) });
      }
      jobs.follow({ client: clientJob?.id ?? null, setup: saved?.job?.id ?? null });
    },
    onError: async (error, { clientPatch, setupRequest }) => {
      if (error instanceof ApiError && error.problemType === problemTypes.hasAnswers) {
        const { setup } = await loadStored(queries, newest.setup);
        dispatch({ type: 'replace', draft: retireAnswered(draft, setup) });
        fail(new Map([['form', answeredMeanwhile]]));
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
        const isClientSaved = clientPatch !== null && !isClientRefused && !jobs.isClientFollowed();
        reconcile(await loadStored(queries, newest.setup), { ...noParts, client: isClientSaved });
      }
    },
  });

  const isSaving = save.isPending || jobs.isStarted;
  const isBusy = isSaving || run.isBusy;
  const isOver = jobs.isOver && !save.isPending;

  /** Shows what the jobs came to. The user's changes are kept where one failed. */
  async function finish(): Promise<void> {
    const { client, setup, failures } = jobs;
    // If this fails, the next request for the set-up shows what is stored.
    const stored = await loadStored(queries, newest.setup).catch(() => null);
    if (stored) {
      reconcile(stored, { client: client?.state === 'done', setup: setup?.state === 'done' });
    }
    if (failures.length > 0) setOutcome({ kind: 'failed', reasons: failures });
    else conclude(setup ? describeOutcome(setup) : [], run.isWanted);
    jobs.follow(null);
    void queries.invalidateQueries();
  }
  const onOver = useEffectEvent(() => void finish());
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);

  const onNewest = useEffectEvent((stored: StoredSetup) => {
    if (!isSaving) reconcile(stored, noParts);
  });
  useEffect(() => onNewest(newest), [newest]);

  /** @param hasRun whether to start a scan once everything is saved */
  function submit(hasRun: boolean): void {
    run.setIsWanted(hasRun);
    const complete = addPasted(draft);
    dispatch({ type: 'replace', draft: complete });
    const { requests, errors } = toSaveRequests(complete, base, baseDraft);
    if (errors.size > 0) fail(errors);
    else if (requests.clientPatch || requests.setupRequest) save.mutate({ ...requests, hasRun });
    else conclude([], hasRun);
  }

  return (
    <>
      {isNewSite && !outcome && (
        <NewSiteNotice
          canRunScans={scanOptions !== null}
          isAsked={newest.setup.collection !== null}
        />
      )}
      <SetupForm
        {...{ draft, attempt, scanOptions, isBusy, languages }}
        dispatch={edit}
        mentions={mentions.data}
        saveLabel="Save"
        onSave={() => submit(false)}
        onSaveAndRun={() => submit(true)}
        actions={isDirty && !isBusy && <Button onClick={() => adopt(base)}>Discard</Button>}
        status={
          <>
            {isBusy && <JobProgress job={jobs.current} run={run} />}
            {jobs.unread && (
              <Failure
                title="The progress of the save could not be loaded"
                error={jobs.unread.error}
                onRetry={jobs.unread.refetch}
              />
            )}
            <OthersChanges noun="set-up" changes={othersChanges} />
            <SaveError error={save.isPending ? null : save.error} />
            {!isBusy && <SaveOutcome outcome={outcome} isDirty={isDirty} />}
          </>
        }
      />
      <LeaveGuard isDirty={isDirty && !isBusy} />
    </>
  );
}

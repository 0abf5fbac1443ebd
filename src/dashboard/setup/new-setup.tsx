import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { ScanOptions } from '../../contract/sightline/scans.ts';
import type { SetupJob } from '../../contract/sightline/setup.ts';
import { ApiError } from '../api/errors.ts';
import { mayHaveBeenSaved } from '../api/notes.ts';
import { scanOptionsQuery } from '../api/sightline/scan-runs.ts';
import { useChange } from '../api/sightline/use-change.ts';
import { useCanRunScans } from '../app/session/use-session.ts';
import { whereAndWhenHash } from '../scans/where-and-when-hash.ts';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import type { ClientDraft } from './client-draft.ts';
import { createDraft, hasChanged, haveScanSettingsChanged, type SetupDraft } from './draft.ts';
import { addPasted } from './draft-reducer.ts';
import type { CheckedRequest } from './draft-request.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { isWaitedFor } from './is-waited-for.ts';
import { JobProgress } from './job-progress.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { errorsAtFields, SaveFailure } from './save-failure.tsx';
import styles from './setup.module.css';
import { SetupForm } from './setup-form.tsx';
import { useDraft } from './use-draft.ts';
import { useKeep, useKept } from './use-kept.ts';
import { useRunAfterSave } from './use-run-after-save.ts';

/** The form as the user left it, and as it was at first. */
interface KeptForm {
  initial: SetupDraft;
  draft: SetupDraft;
}

interface NewSetupProps<Body> {
  /** What is created: "new client" or "new site of …". */
  name: string;
  heading: string;
  saveLabel: string;
  /** The fields of the new client; null for a site alone. */
  client: ClientDraft | null;
  check: (draft: SetupDraft) => CheckedRequest<Body>;
  /** Returns the job to follow, or null if everything has been created. */
  create: (body: Body) => Promise<SetupJob | null>;
  /** The IDs that the request gives to what it creates; `client` is null without one. */
  ids: { client: string | null; site: string };
}

interface NewFormProps<Body> extends NewSetupProps<Body> {
  /** What the service can ask, and what that costs; null if the key may not run scans. */
  scanOptions: ScanOptions | null;
}

function NewForm<Body>(props: NewFormProps<Body>) {
  const { name, saveLabel, client, check, create, ids, scanOptions } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const kept = useKept<KeptForm>(name);
  const [initial] = useState(
    () => kept?.initial ?? createDraft(client, scanOptions?.platforms ?? null),
  );
  const { draft, dispatch, attempt, fail } = useDraft('new', () => kept?.draft ?? initial);
  const isDirty = hasChanged(draft, initial);
  /** Whether an earlier attempt may have been saved although it failed. */
  const isUncertain = useRef(false);

  async function createOnce({ body }: { request: CheckedRequest<Body>; body: Body }) {
    try {
      return await create(body);
    } catch (error) {
      // The IDs are new, so what exists already was created by the earlier attempt.
      const exists = error instanceof ApiError && error.problemType === problemTypes.alreadyExists;
      if (exists && isUncertain.current) return null;
      isUncertain.current ||= mayHaveBeenSaved(error);
      throw error;
    }
  }
  const change = useChange(
    createOnce,
    () => void queries.invalidateQueries(),
    (error, { request }) => {
      const errors = errorsAtFields(error, request);
      if (errors.size > 0) fail(errors);
    },
  );
  const { state } = change;
  const isDone = state.kind === 'done';
  const isBusy = change.isBusy || isDone;
  useKeep(name, isDirty && !isDone ? ({ initial, draft } satisfies KeptForm) : null);

  const search = ids.client === null ? {} : { client: ids.client };
  const openSetup = (notStarted?: string) =>
    void navigate({
      to: '/sites/$siteId/setup',
      params: { siteId: ids.site },
      search,
      // What a scan still needs is nearly always there.
      ...(notStarted === undefined
        ? { state: { isNewSite: true } }
        : { state: { isNewSite: true, notStarted }, hash: whereAndWhenHash }),
      replace: true,
      ignoreBlocker: true,
    });
  const run = useRunAfterSave({ siteId: ids.site, search, replace: true, onFailure: openSetup });
  // After the render in which the form has nothing to keep, since starting the scan may find that the session has ended.
  const onCreated = useEffectEvent(() => {
    if (run.isWanted) run.start();
    else openSetup();
  });
  useEffect(() => {
    if (isDone) onCreated();
  }, [isDone]);

  /** @param hasRun whether to start a scan once everything is created */
  function submit(hasRun: boolean): void {
    run.setIsWanted(hasRun);
    const complete = addPasted(draft);
    dispatch({ type: 'replace', draft: complete });
    // Where and when can be left for later, unless a scan needs it now.
    const hasScanSettings = hasRun || haveScanSettingsChanged(complete, initial);
    const request = check(hasScanSettings ? complete : { ...complete, collection: null });
    if (request.body === null) fail(request.errors);
    else change.send({ request, body: request.body });
  }

  return (
    <>
      <SetupForm
        {...{ draft, dispatch, attempt, scanOptions, isBusy, saveLabel }}
        mentions={undefined}
        languages={undefined}
        onSave={() => submit(false)}
        onSaveAndRun={() => submit(true)}
        status={
          <>
            {isBusy && <JobProgress job={state.kind === 'waiting' ? state.job : null} run={run} />}
            {state.kind === 'failed' && (
              <SaveFailure title="This could not be saved" error={state.error} />
            )}
            {state.kind === 'refused' && (
              <Notice tone="bad">Nothing was saved. {state.reason}</Notice>
            )}
            {state.kind === 'lost' && (
              <Failure
                title="The progress of the save could not be loaded"
                error={state.error}
                onRetry={state.retry}
              />
            )}
          </>
        }
      />
      <LeaveGuard isDirty={isDirty && !isBusy} />
    </>
  );
}

/**
 * The form for something new. Once it is saved, opens the set-up of the new site, or its scans if one was started. The
 * form works without what the service can ask.
 */
export function NewSetup<Body>(props: NewSetupProps<Body>) {
  const canRunScans = useCanRunScans();
  const scanOptions = useQuery({ ...scanOptionsQuery(), enabled: canRunScans });
  return (
    <>
      <h1>{props.heading}</h1>
      <p className={styles['intro']}>
        Only the names are needed now. Everything can be changed later.
      </p>
      {canRunScans && isWaitedFor(scanOptions) ? (
        <FormSkeleton label="Loading the form" />
      ) : (
        <NewForm {...props} scanOptions={scanOptions.data ?? null} />
      )}
    </>
  );
}

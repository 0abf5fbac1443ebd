import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { SetupJob } from '../../contract/sightline/setup.ts';
import { ApiError } from '../api/errors.ts';
import { mayHaveBeenSaved } from '../api/notes.ts';
import { useChange } from '../api/sightline/use-change.ts';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { hasChanged, type SetupDraft } from './draft.ts';
import { addPasted } from './draft-reducer.ts';
import type { CheckedRequest } from './draft-request.ts';
import { JobProgress } from './job-progress.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { errorsAtFields, SaveFailure } from './save-failure.tsx';
import styles from './setup.module.css';
import { SetupForm } from './setup-form.tsx';
import { useDraft } from './use-draft.ts';
import { useKeep, useKept } from './use-kept.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when a set-up opens right after its site was created. */
    isNewSite?: boolean;
  }
}

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
  createDraft: () => SetupDraft;
  check: (draft: SetupDraft) => CheckedRequest<Body>;
  /** Returns the job to follow, or null if everything has been created. */
  create: (body: Body) => Promise<SetupJob | null>;
  /** The IDs that the request gives to what it creates; `client` is null without one. */
  ids: { client: string | null; site: string };
}

/** The form for something new. Once it is saved, opens the set-up of the new site. */
export function NewSetup<Body>(props: NewSetupProps<Body>) {
  const { name, heading, saveLabel, createDraft, check, create, ids } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const kept = useKept<KeptForm>(name);
  const [initial] = useState(() => kept?.initial ?? createDraft());
  const { draft, dispatch, attempt, fail } = useDraft('new', () => kept?.draft ?? initial);
  const isDirty = hasChanged(draft, initial);
  useKeep(name, isDirty ? ({ initial, draft } satisfies KeptForm) : null);
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

  const openSite = useEffectEvent(() => {
    void navigate({
      to: '/sites/$siteId/setup',
      params: { siteId: ids.site },
      search: ids.client === null ? {} : { client: ids.client },
      state: { isNewSite: true },
      replace: true,
      ignoreBlocker: true,
    });
  });
  useEffect(() => {
    if (isDone) openSite();
  }, [isDone]);

  function submit(): void {
    const complete = addPasted(draft);
    dispatch({ type: 'replace', draft: complete });
    const request = check(complete);
    if (request.body === null) fail(request.errors);
    else change.send({ request, body: request.body });
  }

  return (
    <>
      <h1>{heading}</h1>
      <p className={styles['intro']}>
        Only the names are needed now. Everything can be changed later.
      </p>
      <SetupForm
        {...{ draft, dispatch, attempt, isBusy, saveLabel }}
        mentions={undefined}
        languages={undefined}
        onSave={submit}
        status={
          <>
            {isBusy && <JobProgress job={state.kind === 'waiting' ? state.job : null} />}
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

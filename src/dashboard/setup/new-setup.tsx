import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemTypes } from '../../contract/problem.ts';
import type { SetupJob } from '../../contract/sightline/setup.ts';
import { ApiError } from '../api/errors.ts';
import { mayHaveBeenSaved } from '../api/notes.ts';
import { forgetBeforeSave, isJob } from '../api/sightline/setup.ts';
import { hasEnded, setupJobQuery } from '../api/sightline/setup-jobs.ts';
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when a set-up opens right after its site was created. */
    isNewSite?: boolean;
  }
}

interface NewSetupProps<Body> {
  heading: string;
  saveLabel: string;
  createDraft: () => SetupDraft;
  check: (draft: SetupDraft) => CheckedRequest<Body>;
  create: (body: Body) => Promise<object | SetupJob>;
  /** The IDs that the request gives to what it creates; `client` is null without one. */
  ids: { client: string | null; site: string };
}

/** The form for something new. Once it is saved, opens the set-up of the new site. */
export function NewSetup<Body>(props: NewSetupProps<Body>) {
  const { heading, saveLabel, createDraft, check, create, ids } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [initial] = useState(createDraft);
  const { draft, dispatch, attempt, fail } = useDraft('new', () => initial);
  /** Whether an earlier attempt may have been saved although it failed. */
  const isUncertain = useRef(false);

  async function send({ body }: { request: CheckedRequest<Body>; body: Body }) {
    try {
      return await create(body);
    } catch (error) {
      // The IDs are new, so what exists already was created by the earlier attempt.
      const exists = error instanceof ApiError && error.problemType === problemTypes.alreadyExists;
      if (exists && isUncertain.current) return {};
      isUncertain.current ||= mayHaveBeenSaved(error);
      throw error;
    }
  }
  const save = useMutation({
    mutationFn: send,
    onError: (error, { request }) => {
      const errors = errorsAtFields(error, request);
      if (errors.size > 0) fail(errors);
    },
  });
  const started = save.data && isJob(save.data) ? save.data : null;
  const job = useQuery({ ...setupJobQuery(started?.id ?? ''), enabled: started !== null });
  const newest = started && (job.data ?? started);
  const failure = newest?.state === 'failed' ? newest.failure : null;
  const isDone = save.isSuccess && (newest === null || newest.state === 'done');
  const isBusy = save.isPending || isDone || (newest !== null && !hasEnded(newest) && !job.error);

  const openSite = useEffectEvent(() => {
    void forgetBeforeSave(client);
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
    else save.mutate({ request, body: request.body });
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
        onSave={submit}
        status={
          <>
            {isBusy && <JobProgress job={newest} />}
            {!save.isPending && <SaveFailure title="This could not be saved" error={save.error} />}
            {failure !== null && <Notice tone="bad">Nothing was saved. {failure}</Notice>}
            {job.error && (
              <Failure
                title="The progress of the save could not be loaded"
                error={job.error}
                onRetry={() => job.refetch()}
              />
            )}
          </>
        }
      />
      <LeaveGuard isDirty={!isBusy && hasChanged(draft, initial)} />
    </>
  );
}

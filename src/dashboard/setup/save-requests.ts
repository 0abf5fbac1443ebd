import type { ClientDraft } from './client-draft.ts';
import {
  hasClientChanged,
  hasSiteChanged,
  haveScanSettingsChanged,
  type SetupDraft,
} from './draft.ts';
import { type FieldErrors, toClientChange, toSetupRequest } from './draft-request.ts';
import type { StoredSetup } from './stored-setup.ts';

/** What saves the changes of a form. A request is null if there is nothing to save with it. */
export interface SaveRequests {
  /** The client's fields as they will be. */
  client: ClientDraft | null;
  clientPatch: ReturnType<typeof toClientChange> | null;
  setupRequest: ReturnType<typeof toSetupRequest> | null;
}

/**
 * The requests that save a form, and its errors.
 * @param base what the form was made from
 * @param baseDraft the form as it was then
 */
export function toSaveRequests(
  draft: SetupDraft,
  base: StoredSetup,
  baseDraft: SetupDraft,
): { requests: SaveRequests; errors: FieldErrors } {
  const { client } = draft;
  const clientPatch =
    client && base.client && hasClientChanged(draft, baseDraft)
      ? toClientChange(draft, client, base.client)
      : null;
  // The form also shows suggestions as chosen, so they are saved without having been touched.
  const isSuggested =
    base.setup.collection === null && (draft.collection?.platforms.length ?? 0) > 0;
  const hasNewScanSettings = isSuggested || haveScanSettingsChanged(draft, baseDraft);
  const setupRequest =
    hasNewScanSettings || hasSiteChanged(draft, baseDraft)
      ? toSetupRequest(hasNewScanSettings ? draft : { ...draft, collection: null }, base.setup)
      : null;
  return {
    requests: {
      client: client && Object.assign({}, client, clientPatch?.body),
      clientPatch,
      setupRequest,
    },
    errors: new Map([...(clientPatch?.errors ?? []), ...(setupRequest?.errors ?? [])]),
  };
}

import * as v from 'valibot';
import { PageSettings } from '../../../contract/page-settings.ts';
import { request } from '../../api/request.ts';

const path = '/session';

/**
 * Opens a session with a key, which the page sends once and never stores.
 * @throws ApiError: `signedOut` if the service does not know the key.
 */
export const signIn = (apiKey: string): Promise<PageSettings> =>
  request({ method: 'POST', path, body: { apiKey }, session: null }, PageSettings);

/**
 * Ends a session on the host.
 * @param session its ID; null if the page has none.
 * @throws ApiError
 */
export const signOut = (session: string | null): Promise<unknown> =>
  request({ method: 'DELETE', path, session }, v.unknown());

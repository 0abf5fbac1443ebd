import * as v from 'valibot';
import { PageFacts } from '../../contract/page-facts.ts';
import { request } from '../api/request.ts';

const path = '/session';

/**
 * Opens a session with a key, which is sent once and kept nowhere.
 * @throws ApiError: `signedOut` when the service does not know the key.
 */
export const signIn = (apiKey: string): Promise<PageFacts> =>
  request({ method: 'POST', path, body: { apiKey }, session: null }, PageFacts);

/** Ends a session in the host. @throws ApiError */
export const signOut = (session: string | null): Promise<unknown> =>
  request({ method: 'DELETE', path, session }, v.unknown());

import * as v from 'valibot';
import { problemTypes } from '../../../contract/problem.ts';
import { UnsavedRevocation } from '../../../contract/sightline/shares.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';

/** What calls that change something of a site need: the session's ID, and the site's. */
export interface SiteCall {
  session: string | null;
  siteId: string;
}

export interface Revocation {
  /** False if the service's storage is full: the revocation is lost if it restarts before there is space. */
  isSaved: boolean;
}

/** Revokes a share or feed by its path. One that no longer exists counts as revoked. @throws ApiError */
export async function revoke(path: string, session: string | null): Promise<Revocation> {
  try {
    const body = await request({ method: 'DELETE', path, session }, v.unknown());
    return { isSaved: v.is(UnsavedRevocation, body) ? body.isSaved : true };
  } catch (error) {
    const goneTypes: readonly unknown[] = [problemTypes.shareNotFound, problemTypes.feedNotFound];
    if (error instanceof ApiError && goneTypes.includes(error.problemType))
      return { isSaved: true };
    throw error;
  }
}

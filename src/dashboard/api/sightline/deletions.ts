import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { clientPath } from '../../../contract/endpoints/clients.ts';
import { deleteScanPath } from '../../../contract/endpoints/scans.ts';
import { sitePath } from '../../../contract/endpoints/sites.ts';
import { notFoundTypes } from '../../../contract/problem.ts';
import type { SetupJob } from '../../../contract/sightline/setup.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';
import { jobIn } from './setup-jobs.ts';

/** A client or site to delete. Its name confirms that it is the one that was meant. */
export interface NamedRecord {
  id: string;
  name: string;
}

interface Deletion {
  path: string;
  /** Left out for a record that is deleted by its ID alone. */
  name?: string;
  /** The problem type of a record that no longer exists, which counts as deleted. */
  goneType: string;
  session: string | null;
}

/** @returns the job to follow if another import has to end first; null if the record is gone. */
async function remove({ path, name, goneType, session }: Deletion): Promise<SetupJob | null> {
  const search = name === undefined ? {} : { search: new URLSearchParams({ name }) };
  try {
    return jobIn(await request({ method: 'DELETE', path, session, ...search }, v.unknown()));
  } catch (error) {
    if (error instanceof ApiError && error.problemType === goneType) return null;
    throw error;
  }
}

/** Deletes a client with its sites and everything below them, for good. Returns like `remove`. @throws ApiError */
export const deleteClient = (session: string | null, { id, name }: NamedRecord) =>
  remove({
    path: fillPath(clientPath, { clientId: id }),
    name,
    goneType: notFoundTypes.client,
    session,
  });

/**
 * Deletes a site with its scans, answers, notes, shares and feeds, for good. Returns like `remove`.
 * @throws ApiError
 */
export const deleteSite = (session: string | null, { id, name }: NamedRecord) =>
  remove({
    path: fillPath(sitePath, { siteId: id }),
    name,
    goneType: notFoundTypes.site,
    session,
  });

/** Deletes a scan with its answers, for good. Returns like `remove`. @throws ApiError */
export const deleteScan = (session: string | null, siteId: string, scanId: string) =>
  remove({
    path: fillPath(deleteScanPath, { siteId, scanId }),
    goneType: notFoundTypes.scan,
    session,
  });

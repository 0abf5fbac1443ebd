import type { Endpoint } from '../endpoint.ts';
import { notesScope } from '../scopes.ts';

export const recommendationsPath = '/sightline/v1/sites/{siteId}/recommendations';
export const recommendationsEndpoint = {
  method: 'GET',
  path: recommendationsPath,
  capability: 'recommendations',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const recommendationNotesPath =
  '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes';
export const recommendationNotesEndpoint = {
  method: 'GET',
  path: recommendationNotesPath,
  capability: 'recommendations',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const notesPath = '/v1/sites/{siteId}/recommendations/{recommendationId}/notes';
export const notesEndpoint = {
  method: 'POST',
  path: notesPath,
  capability: null,
  scope: notesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const addNoteEndpoint = {
  method: 'POST',
  path: recommendationNotesPath,
  capability: 'notes',
  scope: notesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const changeNotePath =
  '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes/{noteId}';
export const changeNoteEndpoint = {
  method: 'PATCH',
  path: changeNotePath,
  capability: 'notes',
  scope: notesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const deleteNoteEndpoint = {
  method: 'DELETE',
  path: changeNotePath,
  capability: 'notes',
  scope: notesScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

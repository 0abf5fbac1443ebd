import type { Endpoint } from '../endpoint.ts';
import { notesScope } from '../scopes.ts';

export const recommendationsEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/recommendations',
  capability: 'recommendations',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const recommendationNotesEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes',
  capability: 'recommendations',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const notesEndpoint = {
  method: 'POST',
  path: '/v1/sites/{siteId}/recommendations/{recommendationId}/notes',
  capability: null,
  scope: notesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const addNoteEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes',
  capability: 'notes',
  scope: notesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const changeNoteEndpoint = {
  method: 'PATCH',
  path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes/{noteId}',
  capability: 'notes',
  scope: notesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const deleteNoteEndpoint = {
  method: 'DELETE',
  path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes/{noteId}',
  capability: 'notes',
  scope: notesScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

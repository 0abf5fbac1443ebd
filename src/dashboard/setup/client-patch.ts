import * as v from 'valibot';
import { ClientPatch } from '../../contract/sightline/setup.ts';
import type { ClientDraft } from './client-draft.ts';
import { toSentence } from './to-sentence.ts';

/** Why fields of a client are refused, by field name. */
type ClientErrors = ReadonlyMap<string, string>;

/** The fields of a draft that differ from what is stored, and why some of them are refused. */
export function toClientPatch(
  draft: ClientDraft,
  stored: ClientDraft,
): { patch: ClientPatch; errors: ClientErrors } {
  const patch: ClientPatch = {};
  const errors = new Map<string, string>();
  for (const field of v.keyof(ClientPatch).options) {
    if (draft[field] === stored[field]) continue;
    // As the service stores it, so that it does not look like a change of someone else afterwards.
    const { issues, output } = v.safeParse(ClientPatch.entries[field], draft[field]);
    patch[field] = issues ? draft[field] : output;
    if (issues) errors.set(field, toSentence(issues[0].message));
  }
  return { patch, errors };
}

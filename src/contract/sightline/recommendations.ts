import * as v from 'valibot';
import { Id, Name, nullable, openEnum, required, Text, Timestamp, Value } from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { NewNote, Note, NoteText } from '../resources.ts';

export const Recommendation = v.object({
  id: Id,
  title: required(Text),
  body: required(Text),
  /** As imported; null if unknown. */
  status: nullable(Name),
  createdAt: nullable(Timestamp),
  /** The number of notes that the key can see. */
  notes: required(Value),
});
export type Recommendation = v.InferOutput<typeof Recommendation>;

export const RecommendationPage = pageOf(Recommendation);
export type RecommendationPage = v.InferOutput<typeof RecommendationPage>;

/** For whom a note is: for the team alone, or for the client too. Keys limited to one client see only the latter. */
export const noteAudiences = ['team', 'client'] as const;
export type NoteAudience = (typeof noteAudiences)[number];

/** A note, who wrote it, and for whom. */
export const AuthoredNote = v.object({
  ...Note.entries,
  /** The name of the key that added the note; null if unknown. */
  author: nullable(Name),
  audience: required(openEnum(noteAudiences)),
  /** Whether the key may change and delete the note. */
  canChange: required(v.boolean()),
});
export type AuthoredNote = v.InferOutput<typeof AuthoredNote>;

export const NotePage = pageOf(AuthoredNote);
export type NotePage = v.InferOutput<typeof NotePage>;

/** The newest notes on a recommendation, in response to a new one. */
export const AuthoredNoteList = v.object({ data: v.array(AuthoredNote) });
export type AuthoredNoteList = v.InferOutput<typeof AuthoredNoteList>;

const audience = v.picklist(noteAudiences);

/** The request body that adds a note for a given audience: by default, for the team if the key can see such notes. */
export const NoteRequest = v.object({ ...NewNote.entries, audience: v.optional(audience) });
export type NoteRequest = v.InferOutput<typeof NoteRequest>;

/** The request body that changes a note. A field that is left out stays as it is. */
export const NotePatch = v.partial(v.object({ body: NoteText, audience }));
export type NotePatch = v.InferOutput<typeof NotePatch>;

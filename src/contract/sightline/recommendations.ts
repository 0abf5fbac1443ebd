import * as v from 'valibot';
import { Id, Name, nullable, required, Text, Timestamp, Value } from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { Note } from '../resources.ts';

export const Recommendation = v.object({
  id: Id,
  title: required(Text),
  body: required(Text),
  /** As imported; null if unknown. */
  status: nullable(Name),
  createdAt: nullable(Timestamp),
  /** The number of notes. */
  notes: required(Value),
});
export type Recommendation = v.InferOutput<typeof Recommendation>;

export const RecommendationPage = pageOf(Recommendation);
export type RecommendationPage = v.InferOutput<typeof RecommendationPage>;

/** A note, and who wrote it. */
export const AuthoredNote = v.object({
  ...Note.entries,
  /** The name of the key that added the note; null if unknown. */
  author: nullable(Name),
});
export type AuthoredNote = v.InferOutput<typeof AuthoredNote>;

export const NotePage = pageOf(AuthoredNote);
export type NotePage = v.InferOutput<typeof NotePage>;

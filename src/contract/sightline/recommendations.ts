import * as v from 'valibot';
import { Id, Name, nullable, promised, Text, Timestamp, Value } from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { Note } from '../resources.ts';

export const Recommendation = v.object({
  id: Id,
  title: promised(Text),
  body: promised(Text),
  /** As imported; null if unknown. */
  status: nullable(Name),
  createdAt: nullable(Timestamp),
  /** Number of notes. */
  notes: promised(Value),
});
export type Recommendation = v.InferOutput<typeof Recommendation>;

export const RecommendationPage = pageOf(Recommendation);
export type RecommendationPage = v.InferOutput<typeof RecommendationPage>;

export const NotePage = pageOf(Note);
export type NotePage = v.InferOutput<typeof NotePage>;

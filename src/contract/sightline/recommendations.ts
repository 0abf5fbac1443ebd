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

export const NotePage = pageOf(Note);
export type NotePage = v.InferOutput<typeof NotePage>;

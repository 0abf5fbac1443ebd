import * as v from 'valibot';
import { labelledClassifications, plainClassifications } from './classifications.ts';
import { groupings, methods, metrics, platformIds, scanStatuses } from './enums.ts';
import {
  Day,
  Id,
  Key,
  LabelledValue,
  list,
  Name,
  nullable,
  openEnum,
  optional,
  required,
  Text,
  Timestamp,
  Value,
} from './fields.ts';

export const Brand = v.object({ id: Id, name: required(Name) });
export type Brand = v.InferOutput<typeof Brand>;

export const Platform = v.object({
  id: openEnum(platformIds),
  name: required(Name),
  method: required(openEnum(methods)),
});
export type Platform = v.InferOutput<typeof Platform>;

export const Point = v.object({
  /** UTC calendar day of the scan. */
  date: required(Day),
  /** When the scan finished; null if unknown. */
  completedAt: optional(Timestamp),
  /** The metric's value at this scan; null if the scan has no data for this series. */
  value: nullable(Value),
  /** The scan that the point belongs to; null if there is none. */
  scanId: nullable(Id),
});
export type Point = v.InferOutput<typeof Point>;

/** The fields of a series other than its points. */
export const seriesEntries = {
  key: Key,
  label: required(Name),
  platform: optional(Platform),
};

export const Series = v.object({ ...seriesEntries, points: list(Point) });
export type Series = v.InferOutput<typeof Series>;

const AppliedFilters = v.object({
  /** Platform IDs; empty for all platforms, null if the service does not return them. */
  platform: required(v.array(Key)),
  /** Region codes; empty for all regions, null if the service does not return them. */
  region: required(v.array(Key)),
  startDate: nullable(Day),
  endDate: nullable(Day),
});

/**
 * A list that must be present, so that no other response is mistaken for an empty report. Null is decoded as an empty
 * list.
 */
export const presentListOf = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.nullable(v.array(item), []),
    v.transform((entries) => entries ?? []),
    v.metadata({ promised: 'required' }),
  );

/** The fields of a report other than its series. */
export const reportEntries = {
  metric: required(openEnum(metrics)),
  groupBy: required(openEnum(groupings)),
  /** The tracked brand, or the brand that every series describes; null if the site has no tracked brand yet. */
  brand: nullable(Brand),
  filters: required(AppliedFilters),
};

const { filters, ...head } = reportEntries;
export const TimelineReport = v.object({ ...head, series: presentListOf(Series), filters });
export type TimelineReport = v.InferOutput<typeof TimelineReport>;

export const FilterOptions = v.object({
  /** The scan that the values are limited to; null for the whole site. */
  scanId: nullable(Id),
  regions: list(v.object({ code: Key, label: required(Name) })),
  models: list(Platform),
  ...plainClassifications.byField(() => list(LabelledValue)),
  categories: list(LabelledValue),
  ...labelledClassifications.byField(() => list(LabelledValue)),
  brands: list(v.object({ id: Id, label: required(Name) })),
  brandMentions: list(LabelledValue),
});
export type FilterOptions = v.InferOutput<typeof FilterOptions>;

export const Note = v.object({
  activityId: Id,
  body: required(Text),
  /** The API promises no format; the built-in service writes ISO 8601 UTC. */
  createdAt: required(Text),
});
export type Note = v.InferOutput<typeof Note>;

export const Prompt = v.object({
  promptId: Id,
  text: required(Text),
  category: required(Name),
  ...plainClassifications.byField(() => list(Name)),
  ...labelledClassifications.byField(() => list(LabelledValue)),
});
export type Prompt = v.InferOutput<typeof Prompt>;

export const Scan = v.object({
  id: Id,
  status: required(openEnum(scanStatuses)),
  createdAt: required(Timestamp),
  /** Null before the scan has begun, or if unknown. */
  startedAt: nullable(Timestamp),
  /** When the scan reached a terminal state; null while queued or running, or if unknown. */
  completedAt: nullable(Timestamp),
  updatedAt: required(Timestamp),
});
export type Scan = v.InferOutput<typeof Scan>;

/** The maximum number of notes per recommendation and audience in the built-in service. */
export const maxNotesPerRecommendation = 1_000;
/** The maximum number of notes that the built-in service returns after one is added. */
export const maxNotesReturned = 100;

export const NoteList = v.object({ data: v.array(Note) });
export type NoteList = v.InferOutput<typeof NoteList>;

/** The maximum length of a note in the built-in service, in code points. */
export const maxNoteLength = 10_000;

/** The text of a note in a request. */
export const NoteText = v.pipe(
  v.string(),
  v.metadata({
    minLength: 1,
    maxLength: maxNoteLength,
    description: 'The text of the note. At least one character must be visible.',
  }),
);

/** The request body that adds a note. */
export const NewNote = v.object({ body: NoteText });
export type NewNote = v.InferOutput<typeof NewNote>;

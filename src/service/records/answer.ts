import * as v from 'valibot';
import { platformIds } from '../../contract/enums.ts';
import { maxNameLength } from '../../contract/fields.ts';
import {
  maxLocationLength,
  maxQueries,
  maxQueryLength,
  maxSources,
  maxSourceTitleLength,
} from '../../contract/record-limits.ts';
import { parseWebAddress } from '../addresses/web-address.ts';
import { type Columns, storedEntriesOf } from './columns.ts';
import { atMost, atMostEntries, id, oneOf, optionalText, region, string } from './given-fields.ts';

/** An answer: what a file gives of it, and the columns that hold it. It belongs to a scan, and has no ID of its own. */

/** Sentiments are stored as whole millionths, so that sums are exact in any order. */
export const sentimentScale = 1_000_000;

/** The value in `answers.sentiments` for a mention without a sentiment. */
export const noSentiment = -1;

/** A whole number that a column of 16 bits holds. */
const smallNumber = (min: number) =>
  v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(min, `must be ${min} or more`),
    v.maxValue(65_535, 'must be at most 65535'),
  );
/** A number from 0 to 100, with 50 as neutral, which is converted to whole millionths. */
const sentiment = v.pipe(
  v.number(),
  v.minValue(0, 'must be from 0 to 100'),
  v.maxValue(100, 'must be from 0 to 100'),
  v.transform((value): number => Math.round(value * sentimentScale)),
);
/** Null if they are to be found in the text. */
const mentions = v.nullish(
  v.array(
    v.object({
      brandId: id,
      sentiment: v.nullish(sentiment, null),
      /** The place of the brand in the order of first mention; 0 for a brand that the text does not name. */
      place: v.nullish(smallNumber(0), null),
    }),
  ),
  null,
);

/** A source that an answer cites, or that was found for it. */
export interface Citation {
  url: string;
  /** Empty if unknown. */
  title: string;
}

const shorten = (text: string, length: number): string =>
  text.toWellFormed().slice(0, length).toWellFormed();

/** A text that is empty if unknown. */
const shortText = (length: number) => ({
  given: optionalText(length),
  cut: (text: string) => shorten(text, length),
});
const stored = { string: v.string(), strings: v.pipe(v.array(v.string()), v.readonly()) } as const;

/** Sources: a column has their addresses, and another one their titles. */
const sources = {
  given: v.nullish(
    v.pipe(
      v.array(
        v.object({
          // Any text, since a source that is not a web address is skipped instead of refused.
          url: v.nullish(v.string(), ''),
          title: v.nullish(v.pipe(string, atMost(maxSourceTitleLength)), ''),
        }),
      ),
      v.maxLength(maxSources, atMostEntries(maxSources)),
      v.readonly(),
    ),
    [],
  ),
  value: v.pipe(v.array(v.object({ url: v.string(), title: v.string() })), v.readonly()),
  cut: (all: readonly Citation[]): readonly Citation[] =>
    all
      .slice(0, maxSources)
      .map(({ url, title }) => ({ url, title: shorten(title, maxSourceTitleLength) })),
  toFile: (all: readonly Citation[]) =>
    all.map(({ url, title }) => ({ url, ...(title !== '' && { title }) })),
  toColumns: (all: readonly Citation[]) => [
    all.map(({ url }) => url),
    all.map(({ title }) => title),
  ],
  fromColumns: ([urls = [], titles = []]: readonly (readonly string[])[]) =>
    urls.map((url, index): Citation => ({ url, title: titles[index] ?? '' })),
} as const;

/**
 * What is stored of an answer besides its measurement, field by field, as a file names them. The type and the schema of
 * an answer, its columns in `texts` and every statement on them, exports, and the ledger's copy are made from this list.
 */
const evidenceFields = {
  /** Exactly as imported; null if the import had no text, or if the text is not stored. */
  text: {
    given: v.nullish(string, null),
    cut: (text: string | null) => text?.toWellFormed() ?? null,
    columns: { text: { type: 'Nullable(String)', since: 5, stored: v.nullable(v.string()) } },
  },
  citations: {
    ...sources,
    columns: {
      urls: { type: 'Array(String)', since: 5, stored: stored.strings },
      titles: { type: 'Array(String)', since: 5, stored: stored.strings },
    },
  },
  /** The model that answered; empty if unknown. */
  model: {
    ...shortText(maxNameLength),
    columns: { model: { type: 'LowCardinality(String)', since: 5, stored: stored.string } },
  },
  /** Whether the platform looked anything up before answering; null if unknown. */
  searched: {
    given: v.nullish(v.boolean(), null),
    columns: { searched: { type: 'Nullable(Bool)', since: 5, stored: v.nullable(v.boolean()) } },
  },
  /** What the platform searched for, in order; empty if unknown. */
  queries: {
    given: v.nullish(
      v.pipe(
        v.array(v.pipe(string, atMost(maxQueryLength))),
        v.maxLength(maxQueries, atMostEntries(maxQueries)),
        v.readonly(),
      ),
      [],
    ),
    cut: (queries: readonly string[]) =>
      queries.slice(0, maxQueries).map((query) => shorten(query, maxQueryLength)),
    // A blank search says nothing.
    keep: (queries: readonly string[]) => queries.filter((query) => query.trim() !== ''),
    columns: { queries: { type: 'Array(String)', since: 13, stored: stored.strings } },
  },
  /** The sources that the platform's searches found, whether it cites them or not; empty if unknown. */
  retrieved: {
    ...sources,
    keep: (all: readonly Citation[]) => all.filter(({ url }) => parseWebAddress(url) !== null),
    columns: {
      retrievedUrls: { type: 'Array(String)', since: 13, stored: stored.strings },
      retrievedTitles: { type: 'Array(String)', since: 13, stored: stored.strings },
    },
  },
  /** The location that was sent with the question; empty if unknown. */
  location: {
    ...shortText(maxLocationLength),
    columns: { location: { type: 'LowCardinality(String)', since: 13, stored: stored.string } },
  },
} as const;

type EvidenceFields = typeof evidenceFields;
/** The text and citations of an answer, and what is known about how it was obtained. */
export type Evidence = {
  readonly [N in keyof EvidenceFields]: v.InferOutput<EvidenceFields[N]['given']>;
};

/** The schemas of the fields in a file. */
const givenEvidence = Object.fromEntries(
  Object.entries(evidenceFields).map(([name, { given }]) => [name, given]),
) as { [N in keyof EvidenceFields]: EvidenceFields[N]['given'] };

/** What the functions below know of a field. */
interface EvidenceField {
  given: v.GenericSchema;
  columns: Columns;
  /** The schema of its value, if that is not the value of its only column. */
  value?: v.GenericSchema;
  /** Cuts what a platform returned to what a file may give; by default, all of that is accepted. */
  cut?(value: unknown): unknown;
  /** Leaves out entries that say nothing. */
  keep?(value: unknown): unknown;
  /** By default, a value is in its only column, and in a file, as it is. */
  toColumns?(value: unknown): readonly unknown[];
  fromColumns?(values: readonly unknown[]): unknown;
  toFile?(value: unknown): unknown;
}
const fields: readonly (readonly [string, EvidenceField])[] = Object.entries(evidenceFields);

const mapFields = (toValue: (name: string, field: EvidenceField) => unknown) =>
  Object.fromEntries(fields.map(([name, field]) => [name, toValue(name, field)]));

/** Changes each field; the list has every field of the type, since both come from the same table. */
const mapEvidence = (toValue: (name: string, field: EvidenceField) => unknown): Evidence =>
  mapFields(toValue) as Evidence;

const unknownOf = ({ given }: EvidenceField): unknown => v.getDefault(given);
const isUnknown = (value: unknown, field: EvidenceField): boolean =>
  value === unknownOf(field) || (Array.isArray(value) && value.length === 0);

type ByName = Readonly<Record<string, unknown>>;

/** The evidence of an answer if only its measurement is known. */
export const unknownEvidence: Evidence = mapEvidence((_, field) => unknownOf(field));

/** Whether nothing is known. */
export const isEvidenceUnknown = (evidence: Evidence): boolean => {
  const values: ByName = evidence;
  return fields.every(([name, field]) => isUnknown(values[name], field));
};

/** What is stored of the evidence that a file gives. */
export function toStoredEvidence(given: Evidence): Evidence {
  const values: ByName = given;
  return mapEvidence((name, { keep }) => keep?.(values[name]) ?? values[name]);
}

/** Cuts what a platform returned to what a file may give. */
export function cutEvidence(returned: Evidence): Evidence {
  const values: ByName = returned;
  return mapEvidence((name, { cut }) => (cut ? cut(values[name]) : values[name]));
}

/** The fields of a file, without those that are unknown. */
export function toFileEvidence(evidence: Evidence): ByName {
  const values: ByName = evidence;
  return mapFields((name, field) => {
    const value = values[name];
    if (isUnknown(value, field)) return null;
    return field.toFile?.(value) ?? value;
  });
}

/** The schema of evidence in JSON. Earlier versions wrote fewer fields. */
export const EvidenceJson = v.pipe(
  v.object(
    mapFields((_, field) => {
      const schema = field.value ?? Object.values(field.columns)[0]?.stored ?? v.unknown();
      return v.optional(schema, () => unknownOf(field));
    }) as v.ObjectEntries,
  ),
  v.transform((values) => mapEvidence((name) => values[name])),
);

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type EvidenceColumns = Intersection<EvidenceFields[keyof EvidenceFields]['columns']>;

/** The columns of `texts` with evidence. */
export const evidenceColumns: EvidenceColumns = Object.assign(
  {},
  ...fields.map(([, { columns }]) => columns),
);
export const evidenceEntries = storedEntriesOf(evidenceColumns);

/** The values of `evidenceColumns`, in their order. */
export function toEvidenceColumns(evidence: Evidence): unknown[] {
  const values: ByName = evidence;
  return fields.flatMap(([name, { toColumns }]) => toColumns?.(values[name]) ?? [values[name]]);
}

/** The evidence in a row of `evidenceColumns`. */
export function fromEvidenceColumns(
  row: v.InferOutput<v.ObjectSchema<typeof evidenceEntries, undefined>>,
): Evidence {
  const values: ByName = row;
  return mapEvidence((_, { columns, fromColumns }) => {
    const ownValues = Object.keys(columns).map((column) => values[column]);
    return fromColumns ? fromColumns(ownValues) : ownValues[0];
  });
}

/** The fields that identify an answer, and the names and types of the columns with which its rows begin. */
const identity = {
  scanId: id,
  promptId: id,
  platform: oneOf(platformIds),
  region,
  /** 1 for the first run of a prompt on a platform in a region in a scan, 2 for the second, … */
  run: v.nullish(smallNumber(1), 1),
};
export const answerKeyColumns = {
  import: 'UInt64',
  chunk: 'UInt32',
  siteId: 'UUID',
  day: 'Date',
  scan: 'UInt32',
  prompt: 'UInt32',
  platform: 'LowCardinality(String)',
  region: 'LowCardinality(String)',
  run: 'UInt16',
} as const;

/** How an answer mentions brands and which pages it cites. */
export interface Measurement {
  /** IDs of the mentioned brands, each once, ascending. */
  brandIds: readonly string[];
  /** Sentiment of the brand at the same index, in millionths (0 … 100,000,000; 50,000,000 is neutral), or null. */
  sentiments: readonly (number | null)[];
  /**
   * The place of the brand at the same index in the order of first mention, from 1; brands that are first named at the
   * same position share a place. 0 if the brand is not found in the text. Absent without a text.
   */
  places?: readonly number[];
  /** The registrable domain of each citation, in order. */
  domains?: readonly string[];
  /** The page of each citation, in order, or an empty text where it is unknown: see `CitedPage`. */
  pages?: readonly string[];
}

interface MeasurementColumn {
  type: string;
  since: number;
  /** The value to store; `numberOf` finds the number of a brand. */
  toColumn: (measurement: Measurement, numberOf: (brandId: string) => number) => readonly unknown[];
}

/** The columns of `answers` with the measurement. Rows of earlier versions have empty values in later columns. */
export const measurementColumns = {
  brands: {
    type: 'Array(UInt16)',
    since: 1,
    toColumn: ({ brandIds }, numberOf) => brandIds.map(numberOf),
  },
  sentiments: {
    type: 'Array(Int32)',
    since: 1,
    toColumn: ({ sentiments }) => sentiments.map((sentiment) => sentiment ?? noSentiment),
  },
  domains: {
    type: 'Array(LowCardinality(String))',
    since: 5,
    toColumn: ({ domains = [] }) => domains,
  },
  places: { type: 'Array(UInt16)', since: 7, toColumn: ({ places = [] }) => places },
  pages: { type: 'Array(String)', since: 7, toColumn: ({ pages = [] }) => pages },
} as const satisfies Readonly<Record<string, MeasurementColumn>>;

/** The values of `measurementColumns`, in their order. */
export const toMeasurementColumns = (
  measurement: Measurement,
  numberOf: (brandId: string) => number,
): unknown[] =>
  Object.values(measurementColumns).map(({ toColumn }) => toColumn(measurement, numberOf));

/** The evidence as a file gives it, in the order of its fields. */
const { text, ...otherEvidence } = givenEvidence;
/** An answer as a file gives it. */
export const GivenAnswer = v.object({
  type: v.literal('answer'),
  ...identity,
  text,
  mentions,
  ...otherEvidence,
});

import * as v from 'valibot';
import { compareModes } from '../dates/periods.ts';
import { ranges } from '../dates/ranges.ts';
import {
  Day,
  Id,
  isDay,
  isTimestamp,
  Name,
  nullable,
  required,
  Text,
  Timestamp,
  Value,
} from '../fields.ts';
import { pageOf } from '../portfolio.ts';
import { sharePages } from '../share-pages.ts';
import { findTextFault } from '../visible-text.ts';
import { wellFormed } from '../well-formed.ts';
import { Branding } from './branding.ts';

/** How many days a link works by default. */
export const defaultShareDays = 30;
/** The maximum number of days that a link works. */
export const maxShareDays = 366;

export const minPassphraseLength = 8;
const maxPassphraseLength = 200;
const maxTitleLength = 200;
/** The maximum length of `question`, in characters. */
const maxQueryLength = 8_000;
/**
 * The maximum length of `view`, in characters. It may contain a report's introduction, in which a CJK character takes
 * nine characters when percent-encoded.
 */
const maxViewLength = 24_000;

const day = v.pipe(v.string(), v.check(isDay, 'must be a calendar day, YYYY-MM-DD'));

/**
 * The days that a share shows: a rolling range, fixed UTC scan days, or every day. The days they are compared with can
 * be read too, and so can the earlier periods that show how much values scatter.
 */
export const ShareDates = v.object({
  range: v.nullable(v.picklist(ranges)),
  startDate: v.nullable(day),
  endDate: v.nullable(day),
  compare: v.nullable(v.picklist(compareModes)),
  compareStart: v.nullable(day),
  compareEnd: v.nullable(day),
});
export type ShareDates = v.InferOutput<typeof ShareDates>;

/** Every day, compared with nothing. */
export const everyDay: ShareDates = {
  range: null,
  startDate: null,
  endDate: null,
  compare: 'none',
  compareStart: null,
  compareEnd: null,
};

const shareEntries = {
  id: Id,
  title: required(Name),
  /** The pages that the link opens, in the order of the site's tabs. */
  pages: v.array(v.string()),
  /** The locked filters, as a query string of v1 parameters. */
  question: required(Text),
  dates: ShareDates,
  /** How the pages open, as a query string of the dashboard's own parameters. */
  view: required(Text),
  expiresAt: nullable(Timestamp),
  hasPassphrase: required(v.boolean()),
  createdAt: required(Timestamp),
  /** The name of the key that created the share. */
  createdBy: required(Name),
  /** Null if the share was never opened. */
  lastOpenedAt: nullable(Timestamp),
  /** How often the share was opened. */
  opens: required(Value),
};
export const Share = v.object(shareEntries);
export type Share = v.InferOutput<typeof Share>;

export const ShareList = pageOf(Share);
export type ShareList = v.InferOutput<typeof ShareList>;

/** A new share with its secret, which is returned only once. */
export const NewShare = v.object({ ...shareEntries, secret: v.string() });
export type NewShare = v.InferOutput<typeof NewShare>;

const isOrdered = (start: string | null, end: string | null): boolean =>
  start === null || end === null || start <= end;

/** The days of a new share. They must be consistent. */
const requestedDates = v.pipe(
  ShareDates,
  v.forward(
    v.check(({ startDate, endDate }) => isOrdered(startDate, endDate), 'must not be after endDate'),
    ['startDate'],
  ),
  v.forward(
    v.check(
      ({ range, startDate, endDate }) => range === null || (startDate ?? endDate) === null,
      'cannot be given with startDate or endDate',
    ),
    ['range'],
  ),
  v.forward(
    v.check(
      ({ compareStart, compareEnd }) => isOrdered(compareStart, compareEnd),
      'must not be after compareEnd',
    ),
    ['compareStart'],
  ),
  v.forward(
    v.check(
      ({ compare, compareStart, compareEnd }) =>
        compare !== 'custom' || (compareStart !== null && compareEnd !== null),
      'needs compareStart and compareEnd if it is custom',
    ),
    ['compare'],
  ),
);

const query = v.pipe(
  v.string(),
  wellFormed,
  v.maxLength(maxQueryLength, `must have at most ${maxQueryLength} characters`),
);
const view = v.pipe(
  v.string(),
  wellFormed,
  v.maxLength(maxViewLength, `must have at most ${maxViewLength} characters`),
);
const expiry = v.optional(
  v.nullable(v.pipe(v.string(), v.check(isTimestamp, 'must be a date-time with a zone'))),
  null,
);

/** The request body that creates a share. */
export const ShareRequest = v.object({
  title: v.pipe(
    v.string(),
    wellFormed,
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(maxTitleLength, `must have at most ${maxTitleLength} characters`),
    v.check(
      (title) => findTextFault(title) === null,
      ({ input }) => findTextFault(input) ?? '',
    ),
  ),
  pages: v.pipe(
    v.array(v.picklist(sharePages, `must be one of ${sharePages.join(', ')}`)),
    v.minLength(1, 'must contain at least one page'),
    v.transform((pages) => sharePages.filter((page) => pages.includes(page))),
  ),
  question: v.optional(query, ''),
  dates: v.optional(requestedDates, everyDay),
  view: v.optional(view, ''),
  /** `defaultShareDays` from now if null or left out. */
  expiresAt: expiry,
  passphrase: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        wellFormed,
        v.minLength(minPassphraseLength, `must have at least ${minPassphraseLength} characters`),
        v.maxLength(maxPassphraseLength, `must have at most ${maxPassphraseLength} characters`),
      ),
    ),
    null,
  ),
});
export type ShareRequest = v.InferOutput<typeof ShareRequest>;

/**
 * The response to a revocation while the storage is full, with `isSaved` false: it applies at once, but is lost if the
 * service restarts before there is space.
 */
export const UnsavedRevocation = v.object({ isSaved: v.boolean() });
export type UnsavedRevocation = v.InferOutput<typeof UnsavedRevocation>;

/** What the session of a share shows. */
export const SharedView = v.object({
  id: Id,
  title: required(Name),
  pages: v.array(v.string()),
  question: required(Text),
  dates: ShareDates,
  view: required(Text),
  expiresAt: nullable(Timestamp),
  siteId: Id,
  siteName: required(Name),
  siteUrl: required(Text),
  clientName: nullable(Name),
  brandName: nullable(Name),
  /** The branding of the site's client; null if there is none. */
  branding: nullable(Branding),
  /** The first and last UTC scan days that can be read, including all compared periods; null for no limit. */
  startDate: nullable(Day),
  endDate: nullable(Day),
});
export type SharedView = v.InferOutput<typeof SharedView>;

const feedEntries = {
  id: Id,
  /** The parameters of the feed's timeline, and `range` for rolling days, as a query string. */
  question: required(Text),
  expiresAt: nullable(Timestamp),
  createdAt: required(Timestamp),
  createdBy: required(Name),
  /** Null if the feed was never read. */
  lastReadAt: nullable(Timestamp),
};
export const Feed = v.object(feedEntries);
export type Feed = v.InferOutput<typeof Feed>;

export const FeedPage = pageOf(Feed);
export type FeedPage = v.InferOutput<typeof FeedPage>;

/** A new feed. `url`, a path on this service with the zone of the times, is returned only once. */
export const NewFeed = v.object({ ...feedEntries, url: v.string() });
export type NewFeed = v.InferOutput<typeof NewFeed>;

/** The request body that creates a feed. */
export const FeedRequest = v.object({ question: v.optional(query, ''), expiresAt: expiry });
export type FeedRequest = v.InferOutput<typeof FeedRequest>;

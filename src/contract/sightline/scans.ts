import * as v from 'valibot';
import { isZone } from '../dates/zone.ts';
import { platformIds } from '../enums.ts';
import {
  Id,
  Key,
  list,
  Name,
  nullable,
  openEnum,
  required,
  Text,
  Timestamp,
  Value,
} from '../fields.ts';
import { pageOf } from '../portfolio.ts';

/** The maximum number of questions of a scan: prompts × platforms × regions × runs, without those that cannot be asked. */
export const maxScanQuestions = 10_000;
/** The maximum number of times that a scan asks the same question. */
const maxRuns = 10;
/** The maximum number of regions of a site's scans. */
const maxScanRegions = 20;
/** The maximum ceiling of a scan or of a month, in US dollars. */
const maxCeilingUsd = 100_000;
/** The maximum number of sites with a schedule in a store. */
export const maxSchedules = 1_000;

/** A region is asked for as a country code, with or without an area, a code of ISO 3166-2, or `ZZ` for no location. */
const regionPattern = /^(?:ZZ|(?!ZZ)[A-Z]{2}(?::[^\s:][^:]{0,199}|-[A-Z\d]{1,3})?)$/;

/** An IANA time zone, such as Europe/Berlin. */
export const zone = v.pipe(
  v.string(),
  v.check(isZone, 'must be a time zone, such as Europe/Berlin'),
);

const uniqueEntries = <T>() =>
  v.check<T[], string>(
    (entries) => new Set(entries).size === entries.length,
    'must not have an entry twice',
  );

const ceiling = v.nullable(
  v.pipe(
    v.number('must be an amount, such as 25'),
    v.finite('must be an amount, such as 25'),
    v.minValue(0, 'must be 0 or more'),
    v.maxValue(maxCeilingUsd, `must be at most ${maxCeilingUsd.toLocaleString('en')}`),
  ),
);

/** When scans run by themselves, in the local time of a zone. */
const Schedule = v.object({
  /** Days of the week, from 1 for Monday to 7 for Sunday. */
  days: v.pipe(
    v.array(
      v.pipe(
        v.number(),
        v.integer('must be a day'),
        v.minValue(1, 'must be 1 to 7'),
        v.maxValue(7, 'must be 1 to 7'),
      ),
    ),
    v.minLength(1, 'must have at least one day'),
    uniqueEntries<number>(),
  ),
  /** HH:MM, from 00:00 to 23:59. */
  time: v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 06:30')),
  /** An IANA time zone, such as Europe/Berlin. */
  zone,
});
export type Schedule = v.InferOutput<typeof Schedule>;

/** Where and when a site's questions are asked, as a request and an import record have it. */
export const ScanSettings = v.object({
  platforms: v.pipe(
    v.array(v.picklist(platformIds, 'must be a platform')),
    uniqueEntries<(typeof platformIds)[number]>(),
  ),
  /** Country codes with or without an area, such as `DE` and `US:California`, or codes of ISO 3166-2; `ZZ` for no location. */
  regions: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          regionPattern,
          'must be a country code of two capital letters, optionally followed by ":" and an area, such as US:California, or a code of ISO 3166-2, such as US-CA',
        ),
      ),
    ),
    v.maxLength(maxScanRegions, `must have at most ${maxScanRegions} entries`),
    uniqueEntries<string>(),
  ),
  /** How many times each question is asked. */
  runs: v.pipe(
    v.number('must be a whole number'),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be 1 or more'),
    v.maxValue(maxRuns, `must be at most ${maxRuns}`),
  ),
  /** Null to ask only when somebody runs a scan. */
  schedule: v.nullable(Schedule),
  /** The most that one scan may cost, in US dollars. Null for no ceiling, with which nothing is asked. */
  scanCeilingUsd: ceiling,
  /** The most that a calendar month in the schedule's zone (UTC without one) may cost, in US dollars; as above. */
  monthCeilingUsd: ceiling,
});
export type ScanSettings = v.InferOutput<typeof ScanSettings>;

/** `ScanSettings` in a response, with what later versions may allow. */
export const ReceivedSettings = v.object({
  platforms: list(openEnum(platformIds)),
  /** Country codes with or without an area, such as `DE` and `US:California`; `ZZ` for no location. */
  regions: list(Key),
  /** How many times each question is asked. */
  runs: required(Value),
  /** Null if questions are asked only when somebody runs a scan. */
  schedule: nullable(
    v.object({
      /** Days of the week, from 1 for Monday to 7 for Sunday. */
      days: list(v.pipe(v.number(), v.finite())),
      /** HH:MM, in the zone. */
      time: required(Key),
      /** An IANA time zone, such as Europe/Berlin. */
      zone: required(Key),
    }),
  ),
  /** The most that one scan may cost, in US dollars. Null for no ceiling, with which nothing is asked. */
  scanCeilingUsd: nullable(Value),
  /** The most that a calendar month in the schedule's zone (UTC without one) may cost, in US dollars; as above. */
  monthCeilingUsd: nullable(Value),
});
export type ReceivedSettings = v.InferOutput<typeof ReceivedSettings>;

/** A platform that the service knows how to ask. */
export const OfferedPlatform = v.object({
  id: required(openEnum(platformIds)),
  name: required(Name),
  /** Whether it can be asked now. */
  connected: required(v.boolean()),
  /** What is missing, for the user, such as "Set OPENAI_API_KEY."; null if connected. */
  missing: nullable(Text),
  /** Whether a new site has it selected. */
  suggested: required(v.boolean()),
  /** Whether a location can be sent. If not, it is only asked for the region `ZZ`. */
  takesLocation: required(v.boolean()),
  /** Whether it can be asked without a location, that is, for the region `ZZ`. */
  takesNoLocation: required(v.boolean()),
  model: required(Name),
  /** What one question is estimated to cost, in US dollars. */
  estimateUsd: required(Value),
  /** Whether its answers are invented, as those of the sample account are. */
  invented: required(v.boolean()),
});
export type OfferedPlatform = v.InferOutput<typeof OfferedPlatform>;

/** A region for which a platform may refuse every question. */
const DoubtfulRegion = v.object({
  platform: required(openEnum(platformIds)),
  /** As in the settings: `IE` concerns `IE:Leinster` too. */
  region: required(Key),
  /** When it last refused one of this account's questions; null if only others have reported that. */
  refusedAt: nullable(Timestamp),
});
export type DoubtfulRegion = v.InferOutput<typeof DoubtfulRegion>;

/** What the questions of a new site can be asked with: `GET /sightline/v1/collection`. */
export const ScanOptions = v.object({
  platforms: list(OfferedPlatform),
  /** Regions that a platform refused in the last seven days, and those that it refuses according to public reports. */
  doubtfulRegions: list(DoubtfulRegion),
  /** Whether the host that responds may run scans. Others of the same store may run them if it may not. */
  runs: required(v.boolean()),
  /** The host's ceiling for a UTC month over the sites of all accounts, in US dollars. */
  hostCeilingUsd: required(Value),
});
export type ScanOptions = v.InferOutput<typeof ScanOptions>;

/** What was spent in one calendar month on one platform. */
const MonthCost = v.object({
  /** YYYY-MM, in the zone of the site's schedule, or UTC. */
  month: required(Key),
  platform: required(openEnum(platformIds)),
  /** The number of times that a question was answered, or may have been paid for. */
  questions: required(Value),
  costUsd: required(Value),
});

/** How a site's questions are asked: `GET /sightline/v1/sites/{siteId}/collection`. */
export const SiteScanSettings = v.object({
  siteId: Id,
  /** Null if it was never set up. */
  settings: nullable(ReceivedSettings),
  ...ScanOptions.entries,
  /** The number of questions of a scan now, without those that cannot be asked. */
  questions: required(Value),
  /** What such a scan is estimated to cost, in US dollars. */
  estimateUsd: required(Value),
  /** Why no scan can run now, for the user; null if one can. */
  obstacle: nullable(Text),
  /** When the schedule next runs a scan; null without a schedule. */
  nextDueAt: nullable(Timestamp),
  /** The due time that has passed without a scan; null if there is none. */
  overdueSince: nullable(Timestamp),
  /** Spent and reserved in the current month of the site, in US dollars. */
  monthSpentUsd: required(Value),
  /** The last 12 months with questions, newest first. */
  costs: list(MonthCost),
});
export type SiteScanSettings = v.InferOutput<typeof SiteScanSettings>;

/** How long a platform may take for one response, in milliseconds: searches and reasoning take minutes. */
export const responseTimeoutMs = 300_000;

/** How the remark of a scan begins that somebody cancelled. */
export const cancelledRemark = 'The scan was cancelled.';

/** What became of a scan that the service runs: `skipped` if its time came while another one was running. */
export const scanRunStates = [
  'queued',
  'running',
  'importing',
  'completed',
  'failed',
  'skipped',
] as const;
export type ScanRunState = (typeof scanRunStates)[number];
/** The states in which a scan has ended, for now: a retry goes on with it. */
export const endedStates: readonly (string | null)[] = ['completed', 'failed', 'skipped'];

/** How far a scan is on one platform. */
const PlatformProgress = v.object({
  platform: required(openEnum(platformIds)),
  model: required(Name),
  questions: required(Value),
  answered: required(Value),
  /** Failed for good, those that were in flight when a host stopped included. */
  failed: required(Value),
  /** Of those, the ones that were in flight when a host stopped. They may have been paid for. */
  interrupted: required(Value),
  costUsd: required(Value),
  /** Why questions failed, in words, the most frequent first. */
  reasons: list(
    v.object({
      reason: required(Text),
      questions: required(Value),
      /**
       * What the platform itself said, the most frequent first, at most three, each of at most 300 characters. Somebody
       * else's text. Empty if it said nothing, or if its responses are no longer kept.
       */
      messages: list(Text),
    }),
  ),
  /** If the scan waits for the platform, because it refuses questions; null otherwise. */
  waiting: nullable(
    v.object({
      /** When it refused the first question since its last answer. */
      since: required(Timestamp),
      /** When it is asked again. */
      until: required(Timestamp),
      /** Why it refused the last question, in words. */
      reason: required(Text),
      /** What the platform itself said, as in `reasons`; null if nothing. */
      message: nullable(Text),
    }),
  ),
  /** Regions whose answers are not in the measurements, since fewer than 80 % of their questions were answered. */
  incompleteRegions: list(Key),
  /** The number of questions that were sent and have no outcome yet. */
  inFlight: required(Value),
  /** For how long the first of these has been in flight, in milliseconds; null if there is none. */
  inFlightMs: nullable(Value),
});

/** A scan that the service runs, without its questions. */
export const ScanRun = v.object({
  id: Id,
  state: required(openEnum(scanRunStates)),
  /** Whether a schedule started it. */
  scheduled: required(v.boolean()),
  /** The schedule's due time; null for one that a person started. */
  dueAt: nullable(Timestamp),
  /** The name of the key that started it; empty for a schedule. */
  requestedBy: required(Name),
  createdAt: required(Timestamp),
  /** When the first question was asked. */
  startedAt: nullable(Timestamp),
  endedAt: nullable(Timestamp),
  /** How long it took, without the time between its end and a retry, in milliseconds; null before it ends. */
  durationMs: nullable(Value),
  questions: required(Value),
  answered: required(Value),
  failed: required(Value),
  /** Spent, and reserved for questions in flight. */
  costUsd: required(Value),
  estimateUsd: required(Value),
  /** How long it will still take, in milliseconds; null if unknown or ended. */
  remainingMs: nullable(Value),
  /** Whether it is being cancelled. */
  cancelling: required(v.boolean()),
  /**
   * Since when what it does cannot be stored, as with a full disk; null if it can, or if another host runs the scan.
   */
  notStoredSince: nullable(Timestamp),
  /**
   * Whether it can be retried: it is the site's newest scan and has ended, and it has failed questions or its answers could
   * not be imported.
   */
  canRetry: required(v.boolean()),
  /** Why it failed, was skipped or is incomplete, for the user; null if there is nothing to say. */
  remark: nullable(Text),
  platforms: list(PlatformProgress),
});
export type ScanRun = v.InferOutput<typeof ScanRun>;

/** Newest first: `GET /sightline/v1/sites/{siteId}/collection/scans`. */
export const ScanRunPage = pageOf(ScanRun);
export type ScanRunPage = v.InferOutput<typeof ScanRunPage>;

/** One scan with what it asks: `GET /sightline/v1/sites/{siteId}/scans/{scanId}`. */
export const ScanRunDetails = v.object({
  ...ScanRun.entries,
  runs: required(Value),
  regions: list(Key),
  /** The questions as they were when the scan began. */
  prompts: list(v.object({ id: Id, text: required(Text) })),
});
export type ScanRunDetails = v.InferOutput<typeof ScanRunDetails>;

/** What a key's sites are collecting, and what went wrong: `GET /sightline/v1/collecting`. */
export const RunningScans = v.object({
  /** Scans that have not ended. */
  running: list(
    v.object({
      siteId: Id,
      siteName: required(Name),
      clientId: nullable(Id),
      scanId: Id,
      state: required(openEnum(scanRunStates)),
      questions: required(Value),
      answered: required(Value),
      failed: required(Value),
      /** The platforms that it waits for. */
      waitingFor: list(openEnum(platformIds)),
    }),
  ),
  /** When a scan of any of these sites last ended, whatever became of it; null if none has. */
  lastEndedAt: nullable(Timestamp),
  /** Schedules whose last scan failed or that are overdue. */
  problems: list(
    v.object({
      siteId: Id,
      siteName: required(Name),
      clientId: nullable(Id),
      /** For the user, such as "The newest scan failed. Set OPENAI_API_KEY." */
      reason: required(Text),
      since: nullable(Timestamp),
    }),
  ),
});
export type RunningScans = v.InferOutput<typeof RunningScans>;

/** What a platform responded to a question: `GET /sightline/v1/sites/{siteId}/answers/{answerId}/raw`. */
export const RawResponse = v.object({
  answerId: required(Key),
  /** As it came, at most 1 MiB of it. Usually JSON, but somebody else's text: it may contain anything. */
  response: required(v.string()),
});
export type RawResponse = v.InferOutput<typeof RawResponse>;

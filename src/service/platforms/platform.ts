import type { PlatformId } from '../../contract/enums.ts';

/** One question of a scan. */
export interface Question {
  /** Sent as it is: the region is never written into it. */
  text: string;
  /** A canonical region such as `DE` or `US:California`; `ZZ` if no location is to be sent. */
  region: string;
  platform: PlatformId;
}

/** What is asked for beyond the question. */
export interface QuestionSettings {
  /** The model asked for, as the platform writes it. The one that answers is in the answer. */
  model: string;
}

/** The location that a request carries. */
export interface SentLocation {
  /** ISO 3166-1, two letters. */
  country: string;
  /** Such as `California`; null for the whole country. */
  area: string | null;
}

/** A request without the key, which only the sender adds. */
export interface PlatformRequest {
  method: 'GET' | 'POST';
  /** Appended to the platform's base URL; begins with a slash. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON; null for none. */
  body: Readonly<Record<string, unknown>> | null;
  /** Null if the request carries none. */
  location: SentLocation | null;
}

/** A page that a platform cites or found. */
export interface AnswerSource {
  /** As the platform writes it: it may be a redirect, or no web address at all. */
  url: string;
  /** Null if the platform gives none. */
  title: string | null;
}

/** What a platform counts of a question, added up over all its responses. Each number is a whole number of at least 0. */
export interface PlatformUsage {
  /** All tokens that the model read: the question, what searches returned, and those in a cache. */
  inputTokens: number;
  /** How many of the input tokens were read from a cache. */
  cacheReadTokens: number;
  /** How many of the input tokens were written to a cache. */
  cacheWriteTokens: number;
  /** How many of these are kept longer than by default, which costs more. */
  longCacheWriteTokens: number;
  /** Includes reasoning. */
  outputTokens: number;
  /** Searches that are charged for. */
  searches: number;
}

/** What a model costs: US dollars for a million tokens, and for a thousand searches. */
export interface ModelPrice {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** For what is kept longer than by default: for an hour by Anthropic, for twelve by OpenAI. */
  longCacheWrite: number;
  /** Includes reasoning. */
  output: number;
  searches: number;
  /** By what all tokens of a question are multiplied that reads more than `above` tokens. */
  longPrompt?: { above: number; input: number; output: number };
}

/** What the prices of a question depend on besides its platform and model. */
export interface Pricing {
  /** The day in UTC, YYYY-MM-DD, on which it is asked. */
  day: string;
  /** The price that a setting gives the model; null for list prices. */
  own: ModelPrice | null;
}

/** An answer as a platform gave it. */
export interface PlatformAnswer {
  kind: 'answer';
  /** Markdown; may be empty. */
  text: string;
  /** The model that answered; null if the platform does not say. */
  model: string | null;
  /** Whether the platform searched the web for this answer. */
  searched: boolean;
  /** The searches it made, in their order, without repetitions. */
  queries: readonly string[];
  /** The pages that the text cites, in the order of their first citation, each address once. */
  citations: readonly AnswerSource[];
  /** The pages that were found, cited or not, in their order, each address once. */
  retrieved: readonly AnswerSource[];
  /** The location that was sent with the question. */
  location: SentLocation | null;
  /** Null if the platform counts nothing. */
  usage: PlatformUsage | null;
  /** Millionths of a US dollar, a whole number; null if it cannot be known from the response. */
  cost: number | null;
}

/** A further request is needed before there is an answer: a paused turn goes on, or a ticket is asked for its result. */
interface PlatformContinuation {
  kind: 'continue';
  request: PlatformRequest;
  /** How long to wait before it is sent, in milliseconds. */
  after: number;
  /** What the responses so far cost, as in an answer. */
  cost: number | null;
}

/** Why a response is no answer. */
export type UnansweredReason =
  /** The platform reports an error, though its status was that of success. */
  | 'platform_error'
  /** The answer is cut short. */
  | 'incomplete'
  /** The platform tried to search the web, and every search failed. */
  | 'search_failed'
  /** The platform declines to answer this question. */
  | 'declined'
  /** The response is not in the form that the platform documents. */
  | 'unexpected_form'
  /** The turn was paused more often than is waited for. */
  | 'paused_too_often';

/** A response without an answer. It has been paid for all the same. */
export interface PlatformFailure {
  kind: 'failed';
  reason: UnansweredReason;
  /** A sentence for people, with nothing from the question, the answer or the key. */
  message: string;
  usage: PlatformUsage | null;
  /** As in an answer. */
  cost: number | null;
}

export type Reading = PlatformAnswer | PlatformContinuation | PlatformFailure;

/** How one platform is asked, or several through a vendor. Nothing here reads or writes anything but its parameters. */
export interface PlatformAdapter {
  /** The platforms that it can ask. */
  platforms: readonly PlatformId[];
  /** The company whose key it needs, as people know it. */
  vendor: string;
  /** The environment variable with the key. */
  keyVariable: string;
  /** The header with the key, in lower case, and what precedes the key in it. */
  keyHeader: { name: string; prefix: string };
  /** The environment variable that replaces the base URL. */
  baseUrlVariable: string;
  /** The environment variable that replaces the model; with `_PRICE` after it, the one with its price. */
  modelVariable: string;
  /** Without a slash or a version at its end. */
  baseUrl: string;
  /** The model that is asked for unless a setting names another. */
  defaultModel: string;
  /** Whether it is asked only where somebody has decided so. */
  isOffByDefault: boolean;
  /** How many questions may be in flight at once. */
  maxInFlight: number;
  /** How many questions may be sent in a minute. */
  maxPerMinute: number;
  /** The host whose addresses in answers are redirects that soon expire; null if there is none. */
  redirectHost: string | null;
  /** Whether a canonical region's location can be sent; `ZZ` can be sent by leaving it out. */
  canAskFrom: (region: string) => boolean;
  /** The first request of a question. Throws a `RangeError` for a region that `canAskFrom` does not accept. */
  toRequest: (question: Question, settings: QuestionSettings) => PlatformRequest;
  /**
   * Reads what a platform has answered so far. Never throws, whatever the bodies are.
   * @param responses the parsed bodies of all responses to the question, in their order; more than one if it went on
   * @param request the first request
   */
  readResponses: (
    responses: readonly unknown[],
    request: PlatformRequest,
    pricing: Pricing,
  ) => Reading;
}

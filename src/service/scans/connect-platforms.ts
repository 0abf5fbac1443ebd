import { utcDay } from '../../contract/dates/days.ts';
import { platforms as knownPlatforms, type PlatformId } from '../../contract/enums.ts';
import { maxSources } from '../../contract/record-limits.ts';
import { responseTimeoutMs } from '../../contract/sightline/scans.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { adapters } from '../platforms/adapters.ts';
import { noLocation } from '../platforms/location.ts';
import type {
  AnswerSource,
  PlatformAdapter,
  PlatformAnswer,
  PlatformRequest,
  Pricing,
  SentLocation,
} from '../platforms/platform.ts';
import { readError } from '../platforms/platform-error.ts';
import { estimateCost, parsePrice } from '../platforms/prices.ts';
import { resolveRedirect } from '../platforms/redirects.ts';
import { type Fetch, maxKeptBytes, type SendOutcome, sendQuestion } from '../platforms/send.ts';
import { listSources } from '../platforms/sources.ts';
import { unknownEvidence } from '../records/answer.ts';
import type { LedgerAnswer } from '../store/ledger.ts';
import { toDollars } from './dollars.ts';
import { waitAfterRefusal } from './pace.ts';
import type { Asked, Platform, PlatformsOf } from './platform.ts';
import type { Timers } from './timers.ts';

/** The status of responses that should have an answer. */
const successStatus = 200;
/** How often one request of a question that goes on is sent while it is refused. */
const maxContinuationSends = 3;
/** The maximum size of the text of an answer, in bytes. */
const maxTextBytes = 256 * 1024;
/** How many redirects of sources are resolved at once, of all answers together. */
const maxRedirects = 8;
/** How fast invented platforms are asked: nobody has to be spared, and nobody wants to wait. */
const inventedPace = { maxInFlight: 8, maxPerMinute: 1_200 };
/** A country that every platform with locations takes. */
const anyCountry = 'US';

export interface PlatformOptions {
  /** Sends questions to real platforms. */
  fetch: Fetch;
  /** Answers the questions of accounts with sample data; null if it cannot. */
  inventedFetch: Fetch | null;
  timers: Timers;
  /** The values of the environment variables that adapters name. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** How one adapter is reached. */
interface Connection {
  fetch: Fetch;
  /** Null if it is not connected. */
  key: string | null;
  baseUrl: string | undefined;
  /** The model that new scans ask for, and the price that a setting gives it; null for its list price. */
  model: string;
  ownPrice: Pricing['own'];
  isInvented: boolean;
  /** Where redirects of sources wait, each under the ID of its question. */
  redirects: FairQueue;
}

/** A location as the ledger has it, such as `US:California`; empty if none was sent. */
const toLocation = (location: SentLocation | null): string =>
  [location?.country, location?.area].filter(Boolean).join(':');

async function toLedgerAnswer(
  answer: PlatformAnswer,
  model: string,
  resolve: (source: AnswerSource) => Promise<AnswerSource>,
): Promise<LedgerAnswer> {
  const resolved = new Map<string, Promise<AnswerSource>>();
  const readSource = async (source: AnswerSource) => {
    const pending = resolved.get(source.url) ?? resolve(source);
    resolved.set(source.url, pending);
    return { url: (await pending).url, title: source.title };
  };
  const readSources = async (sources: readonly AnswerSource[]) => {
    // Others are not imported, so nobody has to be asked where they lead.
    const read = await Promise.all(sources.slice(0, maxSources).map(readSource));
    // Several redirects may lead to the same page.
    return listSources(read).map(({ url, title }) => ({ url, title: title ?? '' }));
  };
  return {
    ...unknownEvidence,
    text: answer.text,
    model: answer.model ?? model,
    searched: answer.searched,
    queries: answer.queries,
    citations: await readSources(answer.citations),
    retrieved: await readSources(answer.retrieved),
    location: toLocation(answer.location),
  };
}

/** Several responses to one question as one text, if that is not too long. */
const joinRaws = (raws: readonly string[]): string => {
  const [first = ''] = raws;
  const joined = raws.length <= 1 ? first : `[${raws.join(',')}]`;
  return Buffer.byteLength(joined) <= maxKeptBytes ? joined : first;
};

/** What a failed first request means for its question. */
function toAsked(outcome: Exclude<SendOutcome, { kind: 'answered' }>): Asked {
  const { message: reason, response } = outcome;
  switch (outcome.kind) {
    case 'refused':
      return { outcome: 'refused', reason, retryAfterMs: outcome.retryAfter, response };
    case 'stopped':
      return { outcome: 'rejected', reason, response };
    case 'failed': {
      if (outcome.reason === 'refused_location')
        return { outcome: 'rejected', concerns: 'region', reason, response };
      const cost = outcome.reason === 'bad_request' || outcome.reason === 'redirected' ? 0 : null;
      return { outcome: 'failed', reason, cost, raw: response?.raw ?? null, response };
    }
  }
}

/** Asks a question through an adapter, with as many requests as it needs. */
async function ask(
  adapter: PlatformAdapter,
  connection: Connection & { key: string },
  question: Parameters<Platform['ask']>[0] & { platform: PlatformId },
  { timers, abort, cancel }: { timers: Timers; abort: AbortSignal; cancel: AbortSignal },
): Promise<Asked> {
  const { fetch, key, baseUrl, isInvented, redirects } = connection;
  const { id, model, estimate } = question;
  // A scan that is asked again keeps its model, even if a setting has named another one since.
  const own = model === connection.model ? connection.ownPrice : null;
  const pricing: Pricing = { day: utcDay(timers.now()), own };
  if (!adapter.canAskFrom(question.region)) {
    const reason = 'The platform can no longer be asked from this region.';
    return { outcome: 'failed', reason, cost: 0, raw: null };
  }
  const firstRequest = adapter.toRequest(question, { model });
  const bodies: unknown[] = [];
  const raws: string[] = [];
  let sent = 0;
  const send = (request: PlatformRequest) => {
    sent += 1;
    // A gateway that has seen an ID returns the response that it gave then.
    const requestId = sent === 1 ? id : `${id}.${sent}`;
    return sendQuestion(fetch, adapter, key, request, {
      ...{ baseUrl, id: requestId, signal: abort, timeout: responseTimeoutMs },
    });
  };
  /** What the responses so far cost at least. */
  let spent = 0;
  const costOrSpent = (cost: number | null): number | null => {
    if (isInvented) return 0;
    return cost ?? (spent > estimate ? spent : null);
  };
  let request = firstRequest;
  for (;;) {
    let outcome = await send(request);
    // The question is the same, and partly paid for: only the request that goes on with it is sent again.
    for (let sends = 1; bodies.length > 0 && outcome.kind === 'refused'; sends += 1) {
      if (sends >= maxContinuationSends) break;
      await timers.pause(waitAfterRefusal(outcome.retryAfter), AbortSignal.any([abort, cancel]));
      if (abort.aborted || cancel.aborted) break;
      outcome = await send(request);
    }
    if (outcome.kind !== 'answered')
      return bodies.length === 0
        ? toAsked(outcome)
        : {
            outcome: 'failed',
            reason: outcome.message,
            cost: costOrSpent(null),
            raw: joinRaws(raws),
            response: outcome.response,
          };
    bodies.push(outcome.body);
    raws.push(outcome.raw);
    const reading = adapter.readResponses(bodies, firstRequest, pricing);
    const raw = joinRaws(raws);
    switch (reading.kind) {
      case 'continue':
        spent = Math.max(spent, reading.cost ?? 0);
        await timers.pause(reading.after, abort);
        ({ request } = reading);
        break;
      case 'failed': {
        const failed = { outcome: 'failed', reason: reading.message } as const;
        const cost = costOrSpent(reading.cost);
        // Others may have a part of an answer instead of a message.
        if (reading.reason !== 'platform_error') return { ...failed, cost, raw };
        const response = readError(successStatus, outcome.raw, key);
        return { ...failed, cost, raw: joinRaws([...raws.slice(0, -1), response.raw]), response };
      }
      case 'answer': {
        const cost = costOrSpent(reading.cost);
        if (Buffer.byteLength(reading.text) > maxTextBytes) {
          const reason = `The answer is too large: more than ${maxTextBytes / 1024} KiB.`;
          return { outcome: 'failed', reason, cost, raw };
        }
        const { redirectHost } = adapter;
        // The queue never gives up: once the question is abandoned, each redirect ends by itself.
        const { signal: never } = new AbortController();
        const answer = await toLedgerAnswer(reading, model, async (source) =>
          redirectHost === null
            ? source
            : redirects.run(id, never, () => resolveRedirect(fetch, source, redirectHost, abort)),
        );
        return { outcome: 'answered', answer, raw, cost };
      }
    }
  }
}

const nameOf = (platform: PlatformId): string =>
  knownPlatforms.find(({ id }) => id === platform)?.name ?? platform;

function findMissing(
  adapter: PlatformAdapter,
  { key, isInvented, model }: Connection,
  estimate: number | null,
): string | null {
  if (isInvented) return key === null ? 'This installation invents no answers.' : null;
  if (key === null) return `Set ${adapter.keyVariable}.`;
  return estimate === null ? `No price is known for ${model}.` : null;
}

function toPlatform(
  id: PlatformId,
  adapter: PlatformAdapter,
  connection: Connection,
  timers: Timers,
): Platform {
  const { canAskFrom } = adapter;
  const { key, model, ownPrice, isInvented } = connection;
  const { maxInFlight, maxPerMinute } = isInvented ? inventedPace : adapter;
  // Prices change while the host runs.
  const estimateNow = (): number | null =>
    isInvented ? 0 : estimateCost(id, model, { day: utcDay(timers.now()), own: ownPrice });
  const missingNow = () => findMissing(adapter, connection, estimateNow());
  return {
    ...{ id, model, maxInFlight, maxPerMinute, canAskFrom },
    get estimate() {
      return estimateNow() ?? 0;
    },
    get isConnected() {
      return missingNow() === null;
    },
    get offered() {
      const missing = missingNow();
      return {
        ...{ id, model, missing },
        name: nameOf(id),
        connected: missing === null,
        suggested: !adapter.isOffByDefault,
        takesLocation: canAskFrom(anyCountry),
        takesNoLocation: canAskFrom(noLocation),
        estimateUsd: toDollars(estimateNow() ?? 0),
        invented: isInvented,
      };
    },
    async ask(question, signals) {
      if (key === null) return { outcome: 'rejected', reason: missingNow() ?? '' };
      const asked = { ...question, platform: id };
      return ask(adapter, { ...connection, key }, asked, { timers, ...signals });
    },
  };
}

/**
 * Connects the platforms whose keys are in the environment. Accounts with sample data are only ever asked on invented
 * platforms, and others only on real ones.
 */
export function connectPlatforms(options: PlatformOptions): PlatformsOf {
  const { fetch, inventedFetch, timers, environment } = options;
  const connect = (
    connectionTo: (adapter: PlatformAdapter, id: PlatformId) => Connection,
  ): readonly Platform[] =>
    adapters.flatMap((adapter) =>
      adapter.platforms.map((id) => toPlatform(id, adapter, connectionTo(adapter, id), timers)),
    );
  const redirects = new FairQueue({
    maxRunning: maxRedirects,
    maxWaitingPerKey: Number.POSITIVE_INFINITY,
  });
  const real = connect(({ keyVariable, baseUrlVariable, modelVariable, defaultModel }, id) => {
    const price = environment[`${modelVariable}_PRICE`];
    return {
      fetch,
      key: environment[keyVariable] || null,
      baseUrl: environment[baseUrlVariable] || undefined,
      model: environment[modelVariable] || defaultModel,
      ownPrice: price ? parsePrice(id, price) : null,
      isInvented: false,
      redirects,
    };
  });
  const invented = connect(({ defaultModel: model }) => ({
    ...{ model, ownPrice: null },
    fetch: inventedFetch ?? fetch,
    key: inventedFetch === null ? null : 'invented',
    baseUrl: undefined,
    isInvented: true,
    redirects,
  }));
  return ({ sample }) => (sample ? invented : real);
}

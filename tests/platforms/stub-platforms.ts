import { type PlatformId, platformIds } from '../../src/contract/enums.ts';
import { adapters } from '../../src/service/platforms/adapters.ts';
import type { Fetch } from '../../src/service/platforms/send.ts';
import { fieldsOf } from '../../src/service/platforms/untrusted.ts';
import {
  type InventedAnswer,
  protocols,
  type SeenQuestion,
} from '../../src/service/sample/platform-protocols.ts';

/** A question that a stub was asked. */
export interface CountedQuestion {
  platform: PlatformId;
  text: string;
  region: string;
  /** The header of that name; null if there was none. */
  idempotencyKey: string | null;
  /** How often it was asked, answered or not. */
  asked: number;
  /** How often an answer was sent in full. */
  answered: number;
}

/** What a stub does instead of answering at once. */
export type Behaviour =
  /** Answers after so many milliseconds. */
  | { kind: 'delay'; milliseconds: number }
  /** Answers once it is released. */
  | { kind: 'hold' }
  /** Responds with this status, and nothing of an answer. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: unknown }
  /** Responds with this body and the status of success. */
  | { kind: 'body'; body: unknown }
  /** Pauses the turn (Claude). */
  | { kind: 'pause' }
  /** Closes the connection in the middle of the answer. */
  | { kind: 'cut' }
  /** Closes the connection without a response. */
  | { kind: 'drop' };

/** Which questions a stub treats how. */
export interface Rule {
  behaviour: Behaviour;
  /** Only this platform. */
  platform?: PlatformId;
  /** Only questions with this text. */
  text?: string;
  /** Only so many times; always if it is left out. */
  times?: number;
}

/** What is to be sent back. */
export interface StubReply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** `cut`: only half of the body; `drop`: nothing at all. */
  ending: 'whole' | 'cut' | 'drop';
  /** To be called once all of it is sent. */
  sent: () => void;
}

/** The answer of a stub to a question: names the question and the region, cites one of two pages. */
export function inventAnswer(model: string, { text, region }: SeenQuestion): InventedAnswer {
  const cited = { url: 'https://zitiert.example/größe', title: 'Größe 🎈' };
  return {
    model,
    text: `Für „${text}“ (${region}) 🎈 nennt [eine Seite](${cited.url}) die Antwort.`,
    queries: [`Suche nach ${text}`],
    citations: [cited],
    retrieved: [cited, { url: 'https://gefunden.example/', title: 'Gefunden' }],
    usage: {
      inputTokens: 8_000,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      longCacheWriteTokens: 0,
      outputTokens: 500,
      searches: 1,
    },
  };
}

/** The platform that an address belongs to: by the vendor's host, or by the first part of the path. */
function findPlatform(url: URL): PlatformId | undefined {
  const first = url.pathname.split('/')[1];
  return (
    platformIds.find((id) => id === first) ??
    adapters.find(({ baseUrl }) => new URL(baseUrl).host === url.host)?.platforms[0]
  );
}

/**
 * Platforms that answer in the protocols of the real ones, count what they are asked, and misbehave as they are told.
 */
export class StubPlatforms {
  readonly #counted = new Map<string, CountedQuestion>();
  readonly #rules: Rule[] = [];
  #release = Promise.withResolvers<void>();
  readonly #answer: typeof inventAnswer;

  /** @param answer what is answered to a question */
  constructor(answer = inventAnswer) {
    this.#answer = answer;
  }

  /** Every question so far, in the order in which each was first asked. */
  get questions(): readonly CountedQuestion[] {
    return [...this.#counted.values()];
  }

  /** Adds a rule. The newest rule that fits a question applies. */
  misbehave(rule: Rule): void {
    this.#rules.unshift({ ...rule });
  }

  /** Answers the questions that are held, and lets no rule apply any longer. */
  release(): void {
    this.#rules.length = 0;
    this.#release.resolve();
    this.#release = Promise.withResolvers();
  }

  #count(platform: PlatformId, question: SeenQuestion, idempotencyKey: string | null) {
    const { text, region, isContinuation } = question;
    const key = JSON.stringify([platform, text, region, idempotencyKey]);
    const counted = this.#counted.get(key) ?? {
      ...{ platform, text, region, idempotencyKey },
      ...{ asked: 0, answered: 0 },
    };
    if (!isContinuation) counted.asked += 1;
    this.#counted.set(key, counted);
    return counted;
  }

  #takeBehaviour(platform: PlatformId, text: string): Behaviour | undefined {
    const rule = this.#rules.find(
      (candidate) =>
        (candidate.platform ?? platform) === platform &&
        (candidate.text ?? text) === text &&
        candidate.times !== 0,
    );
    if (rule?.times !== undefined) rule.times -= 1;
    return rule?.behaviour;
  }

  /**
   * Answers a request.
   * @param url with a vendor's host, or with the ID of a platform as the first part of its path
   */
  async reply(url: URL, body: string, headers: Headers): Promise<StubReply> {
    const reply: StubReply = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '',
      ending: 'whole',
      sent: () => {},
    };
    const platform = findPlatform(url);
    const protocol = platform && protocols[platform];
    if (platform === undefined || protocol === undefined) return { ...reply, status: 404 };
    const parsed: unknown = JSON.parse(body);
    const question = protocol.readQuestion(parsed);
    const counted = this.#count(platform, question, headers.get('idempotency-key'));
    const model =
      /\/models\/([^:]+):/.exec(url.pathname)?.[1] ??
      String(fieldsOf<{ model: string }>(parsed).model);
    const answer = protocol.writeAnswer(this.#answer(model, question));
    const write = (value: unknown): string =>
      typeof value === 'string' ? value : JSON.stringify(value ?? {});
    const answered: StubReply = {
      ...reply,
      body: write(answer),
      sent: () => {
        counted.answered += 1;
      },
    };

    const behaviour = this.#takeBehaviour(platform, question.text);
    switch (behaviour?.kind) {
      case undefined:
        return answered;
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, behaviour.milliseconds));
        return answered;
      case 'hold':
        await this.#release.promise;
        return answered;
      case 'status':
        return {
          ...reply,
          status: behaviour.status,
          headers: { ...reply.headers, ...behaviour.headers },
          body: write(behaviour.body),
        };
      case 'body':
        return { ...reply, body: write(behaviour.body) };
      case 'pause':
        return { ...reply, body: write({ ...answer, stop_reason: 'pause_turn' }) };
      case 'cut':
      case 'drop':
        return { ...answered, ending: behaviour.kind, sent: () => {} };
    }
  }

  /** Answers in place of the global function, without a port. Heeds the signal. */
  readonly fetch: Fetch = async (url, { body, headers, signal }) => {
    const aborted = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => aborted.reject(signal.reason));
    const replied = this.reply(new URL(url), String(body), new Headers(headers));
    const reply = await Promise.race([replied, aborted.promise]);
    const lost = (): Error =>
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
      });
    if (reply.ending === 'drop') throw lost();
    const { status, headers: replyHeaders } = reply;
    if (reply.ending === 'whole') {
      reply.sent();
      return new Response(reply.body, { status, headers: replyHeaders });
    }
    const half = new TextEncoder().encode(reply.body).subarray(0, reply.body.length / 2);
    let isHalfSent = false;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isHalfSent) controller.error(lost());
        else controller.enqueue(half);
        isHalfSent = true;
      },
    });
    return new Response(stream, { status, headers: replyHeaders });
  };
}

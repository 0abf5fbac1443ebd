import type { PlatformId } from '../../contract/enums.ts';
import type { OfferedPlatform } from '../../contract/sightline/scans.ts';
import type { ErrorResponse } from '../platforms/platform-error.ts';
import type { LedgerAnswer } from '../store/ledger.ts';
import type { AccountRecord } from '../store/records.ts';

/** What the platform, or a gateway before it, responded instead of an answer; left out if nothing came. */
interface Unanswered {
  response?: ErrorResponse | undefined;
}

/** What came of a question. Amounts are millionths of a US dollar. */
export type Asked =
  /** `cost`: null if unknown. */
  | { outcome: 'answered'; answer: LedgerAnswer; raw: string; cost: number | null }
  /** `reason`: for people. `cost`: null if it may have been paid for, but how much is unknown. */
  | ({ outcome: 'failed'; reason: string; cost: number | null; raw: string | null } & Unanswered)
  /**
   * Refused before any work, so that it can be sent again. `retryAfterMs`: what the platform asked for; null if it did
   * not say.
   */
  | ({ outcome: 'refused'; reason: string; retryAfterMs: number | null } & Unanswered)
  /**
   * Refused before any work for a reason that concerns every question, such as a wrong key, or all those from the same
   * region.
   */
  | ({ outcome: 'rejected'; reason: string; concerns?: 'region' } & Unanswered);

/** A platform that can be asked. */
export interface Platform {
  id: PlatformId;
  /** The model asked for. */
  model: string;
  isConnected: boolean;
  /** What the page shows of it. */
  offered: OfferedPlatform;
  /** What one question is estimated to cost, in millionths of a US dollar. */
  estimate: number;
  /** How many questions may be in flight at once, and be sent in a minute. */
  maxInFlight: number;
  maxPerMinute: number;
  /** Whether a region's location can be sent, or none for `ZZ`. */
  canAskFrom(region: string): boolean;
  /**
   * Asks a question once. Never rejects.
   * @param question.id tells this attempt at a question apart from every other one
   * @param question.region one that `canAskFrom` accepts; others count as failed
   * @param question.estimate what is reserved for it
   * @param signals.abort ends the request; the question then counts as failed
   * @param signals.cancel ends waits for a platform that refuses to go on with the question
   */
  ask(
    question: { id: string; text: string; region: string; model: string; estimate: number },
    signals: { abort: AbortSignal; cancel: AbortSignal },
  ): Promise<Asked>;
}

/** The platforms of an account, whether connected or not. */
export type PlatformsOf = (account: Pick<AccountRecord, 'sample'>) => readonly Platform[];

import type { PlatformId } from '../../contract/enums.ts';
import type { PlatformRequest, PlatformUsage, Pricing } from './platform.ts';
import { costOf } from './prices.ts';
import { fieldsOf, textOf } from './untrusted.ts';

/** What a response cost. */
export interface Spent {
  usage: PlatformUsage | null;
  /** As in an answer. */
  cost: number | null;
}

/**
 * What a response cost by what it says was used.
 * @param model the model that answered; if it has no price, the one that the request's body names counts
 */
export function spentOnUsage(
  platform: PlatformId,
  { body }: PlatformRequest,
  model: string | null,
  usage: PlatformUsage | null,
  pricing: Pricing,
): Spent {
  const asked = textOf(fieldsOf<{ model: unknown }>(body).model);
  return { usage, cost: usage && costOf(platform, [model, asked], usage, pricing) };
}

/** What an answer cost: unknown if it is said to be free, or made of no tokens, which no answer is. */
export const spentOnAnswer = ({ usage, cost }: Spent): Spent => {
  const isCredible = cost !== 0 && usage?.inputTokens !== 0 && usage?.outputTokens !== 0;
  return { usage, cost: isCredible ? cost : null };
};

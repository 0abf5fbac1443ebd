import type { PlatformUsage } from './platform.ts';

/** What a response cost. */
export interface Spent {
  usage: PlatformUsage | null;
  /** As in an answer. */
  cost: number | null;
}

/** What an answer cost: unknown if it is said to be free, or made of no tokens, which no answer is. */
export const spentOnAnswer = ({ usage, cost }: Spent): Spent => {
  const isCredible = cost !== 0 && usage?.inputTokens !== 0 && usage?.outputTokens !== 0;
  return { usage, cost: isCredible ? cost : null };
};

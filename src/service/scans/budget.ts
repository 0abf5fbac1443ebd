import { type AskedQuestion, type MonthSpending, monthsIn } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';

/** An amount that must not be passed, in millionths of a US dollar. */
interface Ceiling {
  readonly ceiling: number;
  /** What to say to the user once it is reached. */
  readonly reason: string;
  spent: number;
  reserved: number;
}

/** The ceiling of all months, of which each has its own spending. */
export class MonthlyCeiling {
  readonly #monthOf: (at: Instant) => string;
  readonly #ceiling: number;
  readonly #reason: string;
  readonly #months = new Map<string, Ceiling>();

  constructor(options: {
    zone: string;
    ceiling: number;
    reason: string;
    /** Spent and reserved so far. */
    spent: readonly Pick<MonthSpending, 'month' | 'amount'>[];
  }) {
    this.#monthOf = monthsIn(options.zone);
    this.#ceiling = options.ceiling;
    this.#reason = options.reason;
    for (const { month, amount } of options.spent) this.#of(month).spent += amount;
  }

  #of(month: string): Ceiling {
    const ceiling = this.#months.get(month) ?? createCeiling(this.#ceiling, this.#reason, 0);
    this.#months.set(month, ceiling);
    return ceiling;
  }

  /** The ceiling of the month of an instant. */
  at(at: Instant): Ceiling {
    return this.#of(this.#monthOf(at));
  }
}

/** @param spent spent and reserved so far */
export const createCeiling = (ceiling: number, reason: string, spent: number): Ceiling => ({
  ceiling,
  reason,
  spent,
  reserved: 0,
});

/** The most that one attempt at a question has cost in a scan, by the ID of the platform. */
export function highestCostsOf(asked: readonly AskedQuestion[]): Map<string, number> {
  const costs = new Map<string, number>();
  for (const { platform, highestCost } of asked)
    costs.set(platform, Math.max(highestCost, costs.get(platform) ?? 0));
  return costs;
}

/** A reserved amount, which must be settled once. */
export interface Reservation {
  readonly amount: number;
  /** Replaces the reserved amount by what was spent. */
  settle(cost: number): void;
}

/**
 * Reserves an amount under every ceiling, or under none.
 * @returns `later` if it may fit once reserved amounts are settled; or the reason why it does not fit.
 */
export function reserve(
  amount: number,
  ceilings: readonly Ceiling[],
): Reservation | 'later' | { reason: string } {
  const passed = ceilings.find(({ ceiling, spent }) => spent + amount > ceiling);
  if (passed) return { reason: passed.reason };
  if (ceilings.some(({ ceiling, spent, reserved }) => spent + reserved + amount > ceiling))
    return 'later';
  for (const ceiling of ceilings) ceiling.reserved += amount;
  return {
    amount,
    settle(cost) {
      for (const ceiling of ceilings) {
        ceiling.reserved -= amount;
        ceiling.spent += cost;
      }
    },
  };
}

const perDollar = 1_000_000;

const formats = {
  up: new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', roundingMode: 'ceil' }),
  down: new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', roundingMode: 'floor' }),
};

/** US dollars as whole millionths. */
export const toMillionths = (dollars: number): number => Math.round(dollars * perDollar);

/** Millionths of a US dollar as dollars. */
export const toDollars = (millionths: number): number => millionths / perDollar;

/**
 * An amount for people, such as $3.10. What something costs is rounded up, and what may be spent is rounded down, so that
 * they never look equal if one exceeds the other.
 */
export const formatDollars = (millionths: number, rounding: keyof typeof formats): string =>
  formats[rounding].format(toDollars(millionths));

const perDollar = 1_000_000;

const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

/** US dollars as whole millionths. */
export const toMillionths = (dollars: number): number => Math.round(dollars * perDollar);

/** Millionths of a US dollar as dollars. */
export const toDollars = (millionths: number): number => millionths / perDollar;

/** An amount for people, such as $3.10. */
export const formatDollars = (millionths: number): string => format.format(toDollars(millionths));

const numberFormat = new Intl.NumberFormat('en');

/** A number and the noun it counts, in the singular or plural: 1 client, 2 clients, 1,000 clients. */
export const formatCount = (n: number, noun: string): string =>
  `${numberFormat.format(n)} ${noun}${n === 1 ? '' : 's'}`;

/** The fragment of an address that leads to the part “Where and when” of a set-up. */
export const whereAndWhenHash = 'where-and-when';

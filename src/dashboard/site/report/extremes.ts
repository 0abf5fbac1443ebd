/** The lowest and the highest number in some lists, ignoring NaN; null if there are no numbers. */
export function extremesOf(lists: Iterable<ArrayLike<number>>): [low: number, high: number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      const each = list[at] ?? Number.NaN;
      if (each < low) low = each;
      if (each > high) high = each;
    }
  }
  return low <= high ? [low, high] : null;
}

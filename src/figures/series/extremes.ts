/** The lowest and the highest number in some lists, ignoring NaN; null if there are no numbers. */
export function extremesOf(lists: Iterable<ArrayLike<number>>): [low: number, high: number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists) {
    for (let index = 0; index < list.length; index += 1) {
      const value = list[index] ?? Number.NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

/**
 * Moves labels apart so that they do not overlap, each as close to its target as possible.
 * @param targets preferred centre of each label in pixels, in any order
 * @param gap minimum distance between two centres
 * @returns a centre for each label in the order of `targets`, between `low` and `high`; null if they do not fit
 */
export function spreadLabels(
  targets: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] | null {
  if ((targets.length - 1) * gap > high - low) return null;
  const ascendingTargets = targets
    .map((target, index) => ({ target, index }))
    .sort((a, b) => a.target - b.target);
  // Touching labels move as one block around the mean of their targets.
  const blocks: { sum: number; size: number; top: number; members: number[] }[] = [];
  const place = (block: (typeof blocks)[number]) => {
    const height = (block.size - 1) * gap;
    block.top = Math.min(Math.max(block.sum / block.size - height / 2, low), high - height);
  };
  for (const { target, index } of ascendingTargets) {
    let block = { sum: target, size: 1, top: target, members: [index] };
    place(block);
    for (let above = blocks.at(-1); above; above = blocks.at(-1)) {
      if (above.top + above.size * gap <= block.top) break;
      blocks.pop();
      block = {
        sum: above.sum + block.sum,
        size: above.size + block.size,
        top: 0,
        members: [...above.members, ...block.members],
      };
      place(block);
    }
    blocks.push(block);
  }
  const centres = new Array<number>(targets.length).fill(low);
  for (const { top, members } of blocks) {
    for (const [row, index] of members.entries()) centres[index] = top + row * gap;
  }
  return centres;
}

import { platformIds } from '../../../contract/enums.ts';

/** How a series is drawn, the same wherever it appears. */
export interface Look {
  /** A CSS colour. */
  colour: string;
  /** An SVG dash pattern in pixels; undefined for a solid line. */
  dash: string | undefined;
  /** Drawn thin and pale until its label is hovered or focused. */
  isQuiet?: boolean;
}

/** The number of series colours, which colour-blind readers can tell apart too. See `tokens.css`. */
const colourCount = 8;
/** The opacity of a quiet line. */
export const quietOpacity = 0.6;
/** Patterns to add once the colours are used up, so that no two series look the same. */
const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '14 5', '5 3 1 3 1 3'] as const;

/**
 * The pattern of a tier. Each tier uses every colour once. Tiers beyond the patterns above have a long dash and a
 * growing number of short ones.
 */
export const dashOf = (tier: number): string | undefined =>
  tier < dashes.length ? dashes[tier] : `12 3${' 2 3'.repeat(tier - dashes.length + 2)}`;

const lookOf = (slot: number): Look => ({
  colour: `var(--series-${(slot % colourCount) + 1})`,
  dash: dashOf(Math.floor(slot / colourCount)),
});

/** The slot that each known platform prefers, different for each. */
const platformSlots = new Map<string, number>(platformIds.map((id, index) => [id, index]));

/** 32-bit FNV-1a, which gives similar keys very different hashes. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}

/** Assigns looks to series; one palette for each site and grouping. */
export interface Palette {
  /**
   * @param listed every known key of the site, in any order. Their looks depend only on this list and the lead, so
   *   that they are the same in any selection and on every visit.
   * @param keys series keys of a report. Those that are not listed keep their looks while others come and go.
   * @param lead the key that takes the first colour, if any
   */
  looksFor(
    listed: readonly string[],
    keys: readonly string[],
    lead: string | null,
  ): ReadonlyMap<string, Look>;
}

/** Assigns slots to keys in order; if several prefer the same slot, the first one gets it. */
function slotsOf(keys: Iterable<string>, lead: string | null): Map<string, number> {
  const slots = new Map<string, number>();
  const takenSlots = new Set<number>();
  /** The number of leading tiers without a free colour, which can be skipped. */
  let fullTiers = 0;
  const assignSlot = (key: string, preferredSlot: number) => {
    if (slots.has(key)) return;
    // First the colours with solid lines, then the same colours with each dash in turn.
    let slot = preferredSlot;
    for (let step = Math.max(1, fullTiers * colourCount); takenSlots.has(slot); step += 1) {
      slot = Math.floor(step / colourCount) * colourCount + ((preferredSlot + step) % colourCount);
    }
    slots.set(key, slot);
    takenSlots.add(slot);
    for (let next = fullTiers * colourCount; takenSlots.has(next); next += 1) {
      fullTiers = Math.floor((next + 1) / colourCount);
    }
  };
  if (lead !== null) assignSlot(lead, 0);
  for (const key of keys) assignSlot(key, platformSlots.get(key) ?? hash(key) % colourCount);
  return slots;
}

/** Creates a palette, which remembers the keys of every report that it has assigned looks to. */
export function createPalette(): Palette {
  const seenKeys = new Set<string>();
  return {
    looksFor(listed, keys, lead) {
      // Sorted, since the order of a report's series depends on its dates and metric.
      for (const key of keys.toSorted()) seenKeys.add(key);
      const slots = slotsOf([...listed.toSorted(), ...seenKeys], lead);
      return new Map(keys.map((key) => [key, lookOf(slots.get(key) ?? 0)]));
    },
  };
}

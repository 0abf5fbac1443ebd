import { platformIds } from '../../contract/enums.ts';

/** How a series is drawn, the same wherever it appears. */
export interface Look {
  /** A CSS colour. */
  colour: string;
  /** Pattern of an SVG stroke in pixels; undefined for an unbroken line. */
  dash: string | undefined;
}

const colours = 10;
/** Patterns to add once the colours are used up, so that no two series differ by colour alone. */
const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '14 5', '5 3 1 3 1 3'] as const;
const slots = colours * dashes.length;

const lookOf = (slot: number): Look => ({
  colour: `var(--series-${(slot % colours) + 1})`,
  dash: dashes[Math.floor(slot / colours) % dashes.length],
});

/** Platforms are known beforehand and never share a colour. */
const platformSlots = new Map<string, number>(platformIds.map((id, index) => [id, index]));

/** FNV-1a, 32 bit: spreads keys that resemble each other. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}

/** Gives every series its look and remembers it, so that it stays while others come and go. */
export interface Palette {
  /**
   * @param keys series keys in the report's order
   * @param lead the key that takes the first colour, if any
   */
  looksFor(keys: readonly string[], lead: string | null): ReadonlyMap<string, Look>;
}

/**
 * A palette for one site and grouping. A look depends on the key, and on other keys only where two want
 * the same slot: the same report looks the same in every metric and on every visit.
 */
export function createPalette(): Palette {
  const slotOf = new Map<string, number>();
  const taken = new Set<number>();

  const freeFrom = (wanted: number, count: number): number => {
    // First the unbroken colours, then the same colours with each dash in turn.
    for (let tier = 0; tier < slots; tier += colours) {
      for (let step = 0; step < colours; step += 1) {
        const slot = tier + ((wanted + step) % colours);
        if (!taken.has(slot)) return slot;
      }
    }
    return count % slots;
  };
  const assign = (key: string, wanted: number) => {
    if (slotOf.has(key)) return;
    const slot = freeFrom(wanted, slotOf.size);
    slotOf.set(key, slot);
    taken.add(slot);
  };

  return {
    looksFor(keys, lead) {
      if (lead !== null) assign(lead, 0);
      for (const key of keys) {
        assign(key, platformSlots.get(key) ?? hash(key) % colours);
      }
      return new Map(keys.map((key) => [key, lookOf(slotOf.get(key) ?? 0)]));
    },
  };
}

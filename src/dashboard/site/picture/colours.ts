import type { Shade } from '../series/shade.ts';

/**
 * The light scheme's colours as concrete values, since a picture has no style sheet and is always light. A test keeps
 * them equal to the tokens.
 */
export const pictureColours = {
  ground: '#ffffff',
  text: '#1b1e24',
  'text-muted': '#5d626c',
  line: '#e5e4df',
  'line-strong': '#858a94',
  accent: '#3a49c8',
  'scale-above': '#b3d8f6',
  'scale-below': '#f9d3a5',
  'series-1': '#3a49c8',
  'series-2': '#b87009',
  'series-3': '#0a7d87',
  'series-4': '#dd45b6',
  'series-5': '#636420',
  'series-6': '#531981',
  'series-7': '#6c9469',
  'series-8': '#6e3337',
} as const;

/**
 * A shade on white, as an `rgb()` colour.
 * @param strengths how strong the strongest shade is: 1 for the accent itself, and for the ends of a scale with two sides
 */
export function tintShade(
  { side, strength }: Shade,
  strengths: { accent: number; sides: number },
): string {
  const colour = pictureColours[side === null ? 'accent' : (`scale-${side}` as const)];
  const ratio = strength * (side === null ? strengths.accent : strengths.sides);
  const channelAt = (index: number) => {
    const full = Number.parseInt(colour.slice(index, index + 2), 16);
    return Math.round(255 + (full - 255) * ratio);
  };
  return `rgb(${channelAt(1)},${channelAt(3)},${channelAt(5)})`;
}

/** The concrete value of a look's `var(--…)`; the text colour if `pictureColours` does not have it. */
export function toConcreteColour(colour: string): string {
  const token = /^var\(--([\w-]+)\)$/.exec(colour)?.[1];
  const entry = Object.entries(pictureColours).find(([name]) => name === token);
  return entry?.[1] ?? pictureColours.text;
}

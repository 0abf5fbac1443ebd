/** The minimum contrast with the background that WCAG 2.2 requires for text and for lines. */
const textContrast = 4.5;
const lineContrast = 3;

/**
 * The surface of each scheme (page, cards or raised parts) on which a readable accent has the least contrast: the page
 * in the light scheme, raised parts in the dark one.
 */
const surfaces = { light: '#f5f5f3', dark: '#24272c' } as const;
/** The colour that is mixed into an accent to increase its contrast. */
const mixTargets = { light: '#000000', dark: '#ffffff' } as const;
type Scheme = keyof typeof surfaces;

/** Red, green and blue of #rrggbb, 0 to 255. */
const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/** Relative luminance, WCAG 2.2. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, each #rrggbb: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Mixes two colours; `share` is the proportion of the second, 0 to 1. */
function mix(from: string, to: string, share: number): string {
  const target = channelsOf(to);
  const mixed = channelsOf(from).map((channel, index) =>
    Math.round(channel + share * ((target[index] ?? 0) - channel)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes just enough black or white into an accent to reach a minimum contrast on the scheme's surfaces. */
function ensureContrast(accent: string, scheme: Scheme, minContrast: number): string {
  const steps = 100;
  for (let step = 0; step < steps; step += 1) {
    const colour = mix(accent, mixTargets[scheme], step / steps);
    if (contrastOf(colour, surfaces[scheme]) >= minContrast) return colour;
  }
  return mixTargets[scheme];
}

interface Shades {
  /** Has a contrast of at least 4.5:1 with the scheme's page, cards and raised parts. */
  text: string;
  /** Has a contrast of at least 3:1 with them. */
  line: string;
}

/** Makes an accent (#rrggbb) readable in both schemes: darker or lighter where necessary, and otherwise unchanged. */
export function toReadableAccent(accent: string): Record<Scheme, Shades> {
  const shadesOf = (scheme: Scheme): Shades => ({
    text: ensureContrast(accent.toLowerCase(), scheme, textContrast),
    line: ensureContrast(accent.toLowerCase(), scheme, lineContrast),
  });
  return { light: shadesOf('light'), dark: shadesOf('dark') };
}

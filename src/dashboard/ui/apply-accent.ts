import { readableAccent } from './readable-accent.ts';

/** Shows an accent, #rrggbb, as the colour of the brand, readable in both schemes. */
export function applyAccent(accent: string): void {
  const { light, dark } = readableAccent(accent);
  document.documentElement.style.setProperty('--brand', `light-dark(${light.text}, ${dark.text})`);
}

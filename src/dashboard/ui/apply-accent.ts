import { toReadableAccent } from './readable-accent.ts';

/** A CSS colour for an accent (#rrggbb), adjusted to be readable in the colour scheme of the element that uses it. */
export function brandColourOf(accent: string): string {
  const { light, dark } = toReadableAccent(accent);
  return `light-dark(${light.text}, ${dark.text})`;
}

/** Sets the brand colour to an accent (#rrggbb), adjusted to be readable in both colour schemes. */
export function applyAccent(accent: string): void {
  document.documentElement.style.setProperty('--brand', brandColourOf(accent));
}

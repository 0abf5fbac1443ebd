import { toReadableAccent } from './readable-accent.ts';

/** Sets the brand colour to an accent (#rrggbb), adjusted to be readable in both colour schemes. */
export function applyAccent(accent: string): void {
  const { light, dark } = toReadableAccent(accent);
  document.documentElement.style.setProperty('--brand', `light-dark(${light.text}, ${dark.text})`);
}

import type { Root } from 'react-dom/client';
import type { PageSettings } from '../contract/page-settings.ts';
import { applyAccent } from './ui/apply-accent.ts';

/**
 * Starts what few pages need, in a script of its own: the accent of the brand, and shares.
 * @param hash the fragment of the address on the pages of shares; false on all other pages.
 */
export async function startOptional(
  root: Root,
  settings: PageSettings,
  hash: string | false,
): Promise<void> {
  if (settings.brand.accent !== null) applyAccent(settings.brand.accent);
  if (hash === false) return;
  const { start } = await import('./shared/start.tsx');
  start(root, settings, hash);
}

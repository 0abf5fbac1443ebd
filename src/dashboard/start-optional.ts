import type { Root } from 'react-dom/client';
import type { PageSettings } from '../contract/page-settings.ts';
import { applyAccent } from './ui/apply-accent.ts';

/**
 * Applies the brand's accent colour, and starts the page of a share. Loaded on demand, since most pages need neither.
 * @param hash the fragment of the address on the page of a share; false on all other pages
 */
export async function startOptionalParts(
  root: Root,
  settings: PageSettings,
  hash: string | false,
): Promise<void> {
  if (settings.brand.accent !== null) applyAccent(settings.brand.accent);
  if (hash === false) return;
  const { start } = await import('./share-viewer/start.tsx');
  start(root, settings, hash);
}

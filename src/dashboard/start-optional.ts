import type { Root } from 'react-dom/client';
import type { PageSettings } from '../contract/page-settings.ts';
import { applyAccent } from './ui/apply-accent.ts';

/**
 * Sets up the brand's accent colour and the pages of shares. It is a separate script, since only a few pages need it.
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

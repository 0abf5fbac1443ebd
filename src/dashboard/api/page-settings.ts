import { decode } from '../../contract/decode.ts';
import { PageSettings, pageSettingsElementId } from '../../contract/page-settings.ts';

/**
 * Reads the settings that the host wrote into the document.
 * @throws Error if the block is missing or does not match the contract
 */
export function readPageSettings(document: Document): PageSettings {
  const block = document.getElementById(pageSettingsElementId)?.textContent ?? '';
  const settings = decode(PageSettings, JSON.parse(block));
  if (!settings.ok) throw new Error(`Page settings at ${settings.path}: ${settings.reason}`);
  return settings.value;
}

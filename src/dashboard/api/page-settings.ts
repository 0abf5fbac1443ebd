import { decode } from '../../contract/decode.ts';
import { PageSettings, pageSettingsElementId } from '../../contract/page-settings.ts';

/**
 * Reads the settings that the host wrote into the document.
 * @throws Error if the block is missing or its content is invalid
 */
export function readPageSettings(document: Document): PageSettings {
  const block = document.getElementById(pageSettingsElementId)?.textContent ?? '';
  const decoded = decode(PageSettings, JSON.parse(block));
  if (!decoded.ok) throw new Error(`Page settings at ${decoded.path}: ${decoded.reason}`);
  return decoded.value;
}

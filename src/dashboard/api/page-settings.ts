import { decode } from '../../contract/decode.ts';
import { PageFacts, pageFactsElementId } from '../../contract/page-facts.ts';

/**
 * Reads the settings that the host wrote into the document.
 * @throws Error if the block is missing or does not match the contract
 */
export function readPageSettings(document: Document): PageFacts {
  const block = document.getElementById(pageFactsElementId)?.textContent ?? '';
  const settings = decode(PageFacts, JSON.parse(block));
  if (!settings.ok) throw new Error(`Page settings at ${settings.path}: ${settings.reason}`);
  return settings.value;
}

import { decode } from '../../contract/decode.ts';
import { PageFacts, pageFactsElementId } from '../../contract/page-facts.ts';

/**
 * Reads what the host wrote into the document, once.
 * @throws Error when the block is missing or is not what the contract says.
 */
export function readPageFacts(document: Document): PageFacts {
  const block = document.getElementById(pageFactsElementId)?.textContent ?? '';
  const facts = decode(PageFacts, JSON.parse(block));
  if (!facts.ok) throw new Error(`Page facts at ${facts.path}: ${facts.reason}`);
  return facts.value;
}

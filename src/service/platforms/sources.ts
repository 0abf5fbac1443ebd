import type { AnswerSource } from './platform.ts';
import { lineOf, textOf } from './untrusted.ts';

/**
 * Lists sources in their order, each address once, with its first title. Leaves out those without an address.
 * @param sources from outside
 */
export function listSources(
  sources: Iterable<{ readonly url?: unknown; readonly title?: unknown }>,
): AnswerSource[] {
  const titles = new Map<string, string | null>();
  for (const source of sources) {
    const url = textOf(source.url);
    if (url !== null) titles.set(url, titles.get(url) ?? lineOf(source.title));
  }
  return [...titles].map(([url, title]) => ({ url, title }));
}

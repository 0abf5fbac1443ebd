import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { toPrintable } from '../printable.ts';

/**
 * Asks for a name on a terminal, to confirm what cannot be undone.
 * @param question printed before the answer.
 * @returns whether the answer is the name, apart from white space around it; false if the input ends without an answer.
 */
export async function confirmName(
  name: string,
  question: string,
  { input, output }: { input: Readable; output: Writable },
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const ended = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)));
  try {
    const answer = await Promise.race([terminal.question(question), ended]);
    return answer !== null && [name.trim(), toPrintable(name).trim()].includes(answer.trim());
  } finally {
    terminal.close();
  }
}

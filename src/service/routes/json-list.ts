import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long to write elements before other work gets a turn, in milliseconds. */
const writeTurnMs = 10;

/**
 * The bytes of a JSON text with a list in the middle. Lets other work run between elements, since encoding thousands of
 * series can take a second.
 * @param elements functions that each make one element, or its JSON text.
 */
export async function writeJsonList(
  start: string,
  elements: readonly (() => object | string)[],
  end: string,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let text = start;
  let turnBegan = performance.now();
  for (const [index, make] of elements.entries()) {
    const element = make();
    text += `${index === 0 ? '' : ','}${typeof element === 'string' ? element : JSON.stringify(element)}`;
    if (performance.now() - turnBegan < writeTurnMs) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await nextTurn();
    turnBegan = performance.now();
  }
  chunks.push(Buffer.from(text + end));
  return Buffer.concat(chunks);
}

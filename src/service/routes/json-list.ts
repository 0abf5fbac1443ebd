import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long to write elements before other work gets a turn, in milliseconds. */
const writeTurnMs = 10;

/** The fields of a record as JSON text, without braces. */
const encodeFields = (record: object): string => JSON.stringify(record).slice(1, -1);

/**
 * Writes a JSON object with one large list, as bytes. Lets other work run between elements, since encoding thousands of
 * series can take a second.
 * @param head the fields before the list.
 * @param name the name of the list's field.
 * @param elements functions that each return one element of the list, or its JSON text.
 * @param tail the fields after the list.
 */
export async function writeJsonWithList(
  head: object,
  name: string,
  elements: readonly (() => object | string)[],
  tail: object,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const [before, after] = [encodeFields(head), encodeFields(tail)];
  let text = `{${before}${before && ','}"${name}":[`;
  let turnBeganAt = performance.now();
  for (const [index, make] of elements.entries()) {
    const element = make();
    text += `${index === 0 ? '' : ','}${typeof element === 'string' ? element : JSON.stringify(element)}`;
    if (performance.now() - turnBeganAt < writeTurnMs) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await nextTurn();
    turnBeganAt = performance.now();
  }
  chunks.push(Buffer.from(`${text}]${after && ','}${after}}`));
  return Buffer.concat(chunks);
}

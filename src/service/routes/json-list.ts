import { Stretch } from '../limits/stretch.ts';

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
  const stretch = new Stretch();
  for (const [index, make] of elements.entries()) {
    const element = make();
    text += `${index === 0 ? '' : ','}${typeof element === 'string' ? element : JSON.stringify(element)}`;
    if (!stretch.isOver) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await stretch.pause();
  }
  chunks.push(Buffer.from(`${text}]${after && ','}${after}}`));
  return Buffer.concat(chunks);
}

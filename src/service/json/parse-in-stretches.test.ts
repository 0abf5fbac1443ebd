import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInStretches } from './parse-in-stretches.ts';
import { scanJson } from './scan-json.ts';

/** What parsing gives: the value, or that the text is not JSON. */
async function outcomeOf(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'not JSON';
  }
}

const parseInPieces = (text: string, atOnce: number) =>
  parseInStretches(text, scanJson(text, { longPart: atOnce }).longParts, atOnce);

const atOnce = fc.integer({ min: 1, max: 12 });
const spacing = fc.constantFrom(undefined, 1, '\t');

test('a text parsed in pieces has the value that it has as a whole', async () => {
  const json = fc.json({ maxDepth: 6 });
  const property = fc.asyncProperty(json, spacing, atOnce, async (written, space, length) => {
    const text = JSON.stringify(JSON.parse(written), null, space);
    expect(await parseInPieces(text, length)).toEqual(JSON.parse(text));
  });
  await fc.assert(property, { numRuns: 500 });
});

test('a text that is not JSON is refused in pieces as it is as a whole', async () => {
  const token = fc.constantFrom(
    ...['[', ']', '{', '}', ',', ':', '"a"', '"1"', '"__proto__"', '"\\""', '1', 'null', ' ', 'x'],
  );
  const texts = fc.array(token, { maxLength: 14 }).map((tokens) => tokens.join(''));
  const property = fc.asyncProperty(texts, atOnce, async (text, length) => {
    expect(await outcomeOf(() => parseInPieces(text, length))).toEqual(
      await outcomeOf(() => JSON.parse(text)),
    );
  });
  await fc.assert(property, { numRuns: 20_000 });
});

test.each([
  '{"1":[1,2,3,4,5],"0":[1,2,3,4,5],"__proto__":[1,2,3,4,5],"a":1}',
  '[[1,2,3,4,5],[1,2,3,4,5],1,2,3,4,5,6]',
  '[[1,2,3,4,5] [1,2,3,4,5]]',
  '[1,2,3,4,5,]',
  '[[1,2,3,4,5],]',
  '[,[1,2,3,4,5]]',
  '{"a"[1,2,3,4,5]}',
  '{"a":1 "b":[1,2,3,4,5]}',
  '[1,2,3,4,5}',
])('%j gives in pieces what it gives as a whole', async (text) => {
  const [inPieces, whole] = [() => parseInPieces(text, 4), () => JSON.parse(text)];
  expect(await outcomeOf(inPieces)).toEqual(await outcomeOf(whole));
});

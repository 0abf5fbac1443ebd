import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { confirmName } from './confirm-name.ts';

async function answerWith(answer: string, name: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(answer);
  const isConfirmed = await confirmName(name, 'Name: ', { input, output });
  output.end();
  return { isConfirmed, shown: await text(output) };
}

it.each([
  ['the name', 'Oakwell Möbel\n', 'Oakwell Möbel', true],
  ['the name with white space around it', '  Oakwell \n', 'Oakwell', true],
  ['the name as it is printed', 'a\\u2028b\n', 'a\u2028b', true],
  ['another case', 'oakwell\n', 'Oakwell', false],
  ['an empty line', '\n', 'Oakwell', false],
  ['no answer', '', 'Oakwell', false],
])('%s is judged after the question is shown', async (_, answer, name, isConfirmed) => {
  expect(await answerWith(answer, name)).toEqual({ isConfirmed, shown: 'Name: ' });
});

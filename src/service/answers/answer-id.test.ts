import { expect, test } from 'vitest';
import { answerIdOf, answerPositions, readAnswerAddress, readAnswerId } from './answer-id.ts';

const answer = {
  scanId: 'abcdef00-0000-4000-8000-000000000001',
  promptId: 'abcdef00-0000-4000-8000-000000000002',
  platform: 'claude_api',
  region: 'US:New York',
  run: 2,
};
const id = answerIdOf(answer);

test.each([answer, { ...answer, region: 'CH:Zürich' }, { ...answer, run: 65_535 }])(
  'the ID and the list position of %j can be read back, and the ID is one path segment',
  (identity) => {
    expect(answerIdOf(identity)).toMatch(/^[\w-]+$/);
    expect(readAnswerId(answerIdOf(identity))).toEqual(identity);
    const start = { ...identity, at: -1 };
    expect(answerPositions.read(answerPositions.write(start))).toEqual(start);
  },
);

test.each(['', 'x', id.slice(0, -2), `${id}=`, ` ${id}`, answerIdOf({ ...answer, run: 65_536 })])(
  '%j is not a valid ID',
  (text) => expect(readAnswerId(text)).toBeNull(),
);

test.each(['', id, `x ${id}`, '1 x', `1.5 ${id}`])(
  '%j is not a valid position in a list',
  (text) => {
    expect(answerPositions.read(text)).toBeNull();
  },
);

test('an address with the region UK is that of the answer stored under GB, but a position keeps it', () => {
  const inUk = { ...answer, region: 'UK:London' };
  expect(readAnswerAddress(answerIdOf(inUk))).toEqual({ ...answer, region: 'GB:London' });
  expect(readAnswerAddress('x')).toBeNull();
  const position = { ...inUk, at: 1 };
  expect(answerPositions.read(answerPositions.write(position))).toEqual(position);
});

import { expect, it } from 'vitest';
import { platformProgress, runningScan } from '../../../../tests/setup/fake-scans.ts';
import { describeHoldups } from './scan-words.ts';

const holdupsOf = (fields: Parameters<typeof runningScan>[0]) =>
  describeHoldups(runningScan(fields), (time) => time);

it('nothing holds up a scan whose platforms respond within two minutes', () => {
  const platforms = [platformProgress({ inFlight: 4, inFlightMs: 119_999 }), platformProgress()];
  expect(holdupsOf({ platforms })).toEqual([]);
});

it('a cancelled scan without questions in flight waits for none', () => {
  expect(holdupsOf({ cancelling: true })).toEqual([]);
});

it('one question in flight is in the singular', () => {
  const platforms = [platformProgress({ inFlight: 1, inFlightMs: 120_000 })];
  expect(holdupsOf({ cancelling: true, platforms })).toEqual([
    'No more questions are asked. The scan ends when the 1 question in flight has come back. A question fails after 5 minutes without a response.',
    'Claude API has 1 question in flight, and has not responded to the first of them for 2 minutes. A question fails after 5 minutes without a response.',
  ]);
});

it('a question that should have failed long ago means that the host may have stopped', () => {
  const inFlightOf = (inFlightMs: number) =>
    holdupsOf({ platforms: [platformProgress({ inFlight: 4, inFlightMs })] });
  expect(inFlightOf(359_999)).toEqual([
    'Claude API has 4 questions in flight, and has not responded to the first of them for 5 minutes. A question fails after 5 minutes without a response.',
  ]);
  expect(inFlightOf(600 * 60_000)).toEqual([
    'Claude API has 4 questions in flight, and has not responded to the first of them for 600 minutes. The host that runs the scan may have stopped.',
  ]);
});

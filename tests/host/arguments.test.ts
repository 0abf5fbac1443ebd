import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './harness.ts';
import { runCommand } from './host-process.ts';

type Command = Parameters<typeof runCommand>[1];

it.each<[Command, string[], string]>([
  ['keys', ['create', '--nmae', 'x'], "Unknown option '--nmae'."],
  ['keys', ['create', '--name'], "Option '--name <value>' argument missing."],
  ['keys', ['create'], 'A key needs a name: --name NAME.'],
  ['keys', ['create', '--name', 'x', '--overlap', '1'], "create takes no option '--overlap'."],
  ['keys', ['create', '--name', 'x', 'y'], "Unexpected argument 'y'."],
  ['keys', ['create', '--name', 'x', '--account', 'y'], "--account takes an id, a UUID, not 'y'."],
  [
    'keys',
    ['create', '--name', 'x', '--days', 'y'],
    "--days takes a whole number of days, not 'y'.",
  ],
  [
    'keys',
    ['create', '--name', 'x', '--expires', '2099-01-31', '--days', '90'],
    'Give --expires or --days, not both.',
  ],
  ['keys', ['remove', 'x'], "Unknown command 'remove'."],
  ['keys', ['list', 'x'], "Unexpected argument 'x'."],
  ['keys', ['list', '--name', 'x'], "list takes no option '--name'."],
  ['keys', ['revoke'], 'revoke needs the ID of a key, or its prefix.'],
  ['keys', [], 'Usage:'],
  ['import', ['--acount', 'x', 'week.ndjson'], "Unknown option '--acount'."],
  ['import', [], 'Name the file to import.'],
  ['import', ['a', 'b'], "Unexpected argument 'b'."],
  ['import', ['a', '--account', 'x'], "--account takes an account's id, a UUID, not 'x'."],
  ['keys', ['end-sessions'], 'Name the key whose sessions to end by its ID, or give --all.'],
  [
    'keys',
    ['end-sessions', 'x', '--all'],
    'Name the key whose sessions to end by its ID, or give --all.',
  ],
  ['audit', ['--since', 'soon'], "--since takes a day such as 2027-01-31, not 'soon'."],
  ['audit', ['--key', 'x'], "--key takes an id, a UUID, not 'x'."],
  ['audit', ['--limit', '0'], "--limit takes a whole number from 1 to 1000000, not '0'."],
  ['audit', ['--user', 'x'], "Unknown option '--user'."],
  ['check', ['another-folder'], "Unexpected argument 'another-folder'."],
])(
  '%s %j is refused with the reason and the usage, and opens no store',
  async (command, words, reason) => {
    const dataDir = join(await temporaryFolder(), 'data');
    const { code, out, err } = await runCommand(dataDir, command, ...words);
    expect([code, out]).toEqual([1, '']);
    const [first, ...rest] = err.trimEnd().split('\n');
    expect(first).toBe(reason);
    expect(rest.join('\n')).toContain(`npm run ${command}`);
    expect(existsSync(dataDir)).toBe(false);
  },
);

it.each<[Command, string[], string]>([
  ['keys', ['create', '--name', 'x', '--expires', 'soon'], '--expires takes a UTC day'],
  ['keys', ['create', '--name', 'x', '--scope', 'all'], 'There is no scope all.'],
  ['keys', ['create', '--name', 'a\tb'], 'may not hold control characters'],
  ['keys', ['rotate', 'x', '--days', '0'], '--days takes a whole number of days from 1'],
  ['import', ['absent.ndjson'], 'absent.ndjson cannot be read'],
])('%s %j is refused before the store is opened', async (command, words, reason) => {
  const dataDir = join(await temporaryFolder(), 'data');
  const { code, err } = await runCommand(dataDir, command, ...words);
  expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
  expect(existsSync(dataDir)).toBe(false);
});

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { run as runAudit } from '../../src/host/commands/audit.ts';
import { run as runCheck } from '../../src/host/commands/check.ts';
import { run as runClients } from '../../src/host/commands/clients.ts';
import { run as runExport } from '../../src/host/commands/export.ts';
import { run as runImport } from '../../src/host/commands/import.ts';
import { run as runKeys } from '../../src/host/commands/keys.ts';
import { run as runRemove } from '../../src/host/commands/remove.ts';
import { run as runReport } from '../../src/host/commands/report.ts';
import { run as runScan } from '../../src/host/commands/scan.ts';
import { run as runShares } from '../../src/host/commands/shares.ts';
import { isSoak } from '../setup/soak.ts';
import { createTemporaryFolder } from './harness.ts';
import { runCommand as runAsProcess } from './host-process.ts';

const commands = {
  audit: runAudit,
  check: runCheck,
  clients: runClients,
  export: runExport,
  import: runImport,
  keys: runKeys,
  remove: runRemove,
  report: runReport,
  scan: runScan,
  shares: runShares,
};
type Command = keyof typeof commands;

/**
 * Runs a command with a data folder that does not exist: in this process, or with SOAK=1 as one of its own.
 * commands.slow.test.ts starts each command as a process.
 */
async function runCommand(command: Command, args: readonly string[]) {
  const dataDir = join(await createTemporaryFolder(), 'data');
  if (isSoak) {
    const outcome = await runAsProcess(dataDir, command, ...args);
    return { ...outcome, hasStore: existsSync(dataDir) };
  }
  vi.stubEnv('DATA_DIR', dataDir);
  const { exitCode } = process;
  onTestFinished(() => {
    process.exitCode = exitCode;
  });
  const [readOutput, readErrors] = [capture(process.stdout), capture(process.stderr)];
  await commands[command](args);
  const hasStore = existsSync(dataDir);
  return { code: process.exitCode ?? 0, out: readOutput(), err: readErrors(), hasStore };
}

/** Keeps what is written to a stream from now on; returns a function that reads it. */
function capture(stream: NodeJS.WriteStream): () => string {
  let written = '';
  vi.spyOn(stream, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  return () => written;
}

const id = '5b000000-0000-4000-8000-000000000002';

it.each<[Command, string[], string]>([
  ['import', ['--new-ids'], 'Give the file to import.'],
  ['import', ['--new-ids=yes', 'x'], "Option '--new-ids' does not take an argument."],
  ['keys', ['create', '--nmae', 'x'], "Unknown option '--nmae'."],
  ['keys', ['create', '--name'], "Option '--name <value>' argument missing."],
  ['keys', ['create'], 'A key needs a name: --name NAME.'],
  ['keys', ['create', '--name', 'x', '--overlap', '1'], "create has no option '--overlap'."],
  ['keys', ['create', '--name', 'x', 'y'], "Unexpected argument 'y'."],
  ['keys', ['create', '--name', 'x', '--account', 'y'], "--account takes an ID (a UUID), not 'y'."],
  [
    'keys',
    ['create', '--name', 'x', '--days', 'y'],
    "--days takes a whole number of days, 1 or more, not 'y'.",
  ],
  [
    'keys',
    ['create', '--name', 'x', '--days', '-1'],
    "--days takes a whole number of days, 1 or more, not '-1'.",
  ],
  [
    'keys',
    ['rotate', 'x', '--overlap', '-1'],
    "--overlap takes a whole number of days, 0 or more, not '-1'.",
  ],
  [
    'keys',
    ['create', '--name', 'x', '--expires', '2099-01-31', '--days', '90'],
    'Give --expires or --days, not both.',
  ],
  [
    'keys',
    ['create', '--name', 'x', '--new-account', 'y', '--client', id],
    'Give --new-account, or else --account or --client.',
  ],
  ['keys', ['create', '--name', 'x', '--kind', 'agency'], '--kind needs --new-account NAME.'],
  [
    'keys',
    ['create', '--name', 'x', '--new-account', 'y', '--kind', 'shop'],
    "--kind takes agency or business, not 'shop'.",
  ],
  ['keys', ['remove', 'x'], "Unknown command 'remove'."],
  ['keys', ['list', 'x'], "Unexpected argument 'x'."],
  ['keys', ['list', '--name', 'x'], "list has no option '--name'."],
  ['keys', ['revoke'], 'revoke needs the ID of a key, or its prefix.'],
  ['keys', [], 'Give a command: create, list, rotate, revoke or end-sessions.'],
  ['keys', ['end-sessions'], 'Give KEY or --all.'],
  ['keys', ['end-sessions', 'x', '--all'], 'Give KEY or --all, not both.'],
  ['clients', [], 'Give a command: list or brand.'],
  ['clients', ['show'], "Unknown command 'show'."],
  ['clients', ['list', 'x'], "Unexpected argument 'x'."],
  ['clients', ['list', '--clear'], "list has no option '--clear'."],
  ['clients', ['brand', '--clear'], 'Give the client: --client ID.'],
  ['clients', ['brand', '--client', 'x'], "--client takes an ID (a UUID), not 'x'."],
  ['clients', ['brand', '--client', id], 'Give --logo, --accent, --report-name or --clear.'],
  [
    'clients',
    ['brand', '--client', id, '--accent', 'red'],
    '--accent must be a colour written #rrggbb.',
  ],
  [
    'clients',
    ['brand', '--client', id, '--report-name', 'n'.repeat(201)],
    '--report-name must have at most 200 characters.',
  ],
  [
    'clients',
    ['brand', '--client', id, '--logo', '/nowhere/logo.svg'],
    'The logo /nowhere/logo.svg cannot be read (ENOENT).',
  ],
  ['scan', [], 'Give the site: --site ID.'],
  ['scan', ['--site', 'x'], "--site takes an ID (a UUID), not 'x'."],
  ['scan', ['--site', id, 'now'], "Unexpected argument 'now'."],
  ['export', [], 'Give the site or client: --site ID or --client ID.'],
  ['export', ['--site', 'x'], "--site takes an ID (a UUID), not 'x'."],
  ['export', ['--site', id, '--client', id], 'Give --site or --client, not both.'],
  ['export', ['--client', id, 'a', 'b'], "Unexpected argument 'b'."],
  ['import', ['--acount', 'x', 'week.ndjson'], "Unknown option '--acount'."],
  ['import', [], 'Give the file to import.'],
  ['import', ['a', 'b'], "Unexpected argument 'b'."],
  ['import', ['a', '--account', 'x'], "--account takes an ID (a UUID), not 'x'."],
  ['audit', ['--since', 'soon'], "--since takes a day such as 2027-01-31, not 'soon'."],
  ['audit', ['--since', '2027-02-30'], "--since takes a day such as 2027-01-31, not '2027-02-30'."],
  ['audit', ['--until', '2027-13-01'], "--until takes a day such as 2027-01-31, not '2027-13-01'."],
  [
    'audit',
    ['--since', '2027-02-01', '--until', '2027-01-31'],
    '--since must not be after --until.',
  ],
  ['audit', ['--client', 'x'], "--client takes an ID (a UUID), not 'x'."],
  ['audit', ['--limit', '0'], "--limit takes a whole number from 1 to 1,000,000, not '0'."],
  ['audit', ['--limit', '-1'], "--limit takes a whole number from 1 to 1,000,000, not '-1'."],
  ['audit', ['--user', 'x'], "Unknown option '--user'."],
  ['audit', ['x'], "Unexpected argument 'x'."],
  ['remove', [], 'Give what to remove: site, client or account.'],
  ['remove', ['brand', id], "Unknown command 'brand'."],
  ['remove', ['site'], 'site needs the ID of the site.'],
  ['remove', ['account', 'x', '--yes'], "account takes an ID (a UUID), not 'x'."],
  ['remove', ['client', id, 'x', '--yes'], "Unexpected argument 'x'."],
  [
    'remove',
    ['client', id],
    'Nothing was removed, because there is no terminal to ask for confirmation. To remove without being asked, add --yes.',
  ],
  ['report', ['--out', '/tmp'], 'Give the site: --site ID.'],
  ['report', ['--site', id], 'Give the folder to write to: --out FOLDER.'],
  ['report', ['--site', 'x', '--out', '/tmp'], "--site takes an ID (a UUID), not 'x'."],
  [
    'report',
    ['--site', id, '--out', '/tmp', '--paper', 'A3'],
    "--paper takes A4 or Letter, not 'A3'.",
  ],
  [
    'report',
    ['--site', id, '--out', '/tmp', '--url', 'reports'],
    "--url takes an address such as https://reports.example.com, not 'reports'.",
  ],
  ['shares', [], 'Give a command: list or revoke.'],
  ['shares', ['revoke'], 'revoke needs the ID of a share or feed.'],
  ['shares', ['list', '--site', 'x'], "--site takes an ID (a UUID), not 'x'."],
  [
    'check',
    ['another-folder'],
    'check takes no arguments. To check another folder, run: DATA_DIR=FOLDER npm run check',
  ],
])('%s %j is refused with the reason, without opening a store', async (command, args, reason) => {
  const { code, out, err, hasStore } = await runCommand(command, args);
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe(`${reason}\nFor help: npm run ${command} -- --help\n`);
  expect(hasStore).toBe(false);
});

it.each<[Command, string[]]>([
  ['keys', ['--help']],
  ['keys', ['create', '-h']],
  ['export', ['--help']],
  ['scan', ['--help']],
  ['import', ['--help']],
  ['audit', ['--help']],
  ['check', ['--help']],
  ['clients', ['--help']],
  ['remove', ['--help']],
  ['report', ['-h']],
  ['shares', ['--help']],
])('%s %j prints the usage, without opening a store', async (command, args) => {
  const { code, out, err, hasStore } = await runCommand(command, args);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Usage:/);
  expect(out).toContain(`npm run ${command}`);
  expect(hasStore).toBe(false);
});

it.each<[Command, string[], string]>([
  ['keys', ['create', '--name', 'x', '--expires', 'soon'], '--expires takes a UTC day'],
  [
    'keys',
    ['create', '--name', 'x', '--expires', '2020-01-01'],
    '--expires 2020-01-01 is in the past (UTC).',
  ],
  ['keys', ['create', '--name', 'x', '--scope', 'all'], "Unknown scope 'all'."],
  ['keys', ['create', '--name', 'a\tb'], 'The name of a key must not contain a tab.'],
  ['keys', ['create', '--name', 'x', '--new-account', ' '], 'The name of an account must have'],
  ['keys', ['rotate', 'x', '--days', '0'], '--days takes a whole number of days, 1 to 36,500.'],
  ['import', ['absent.ndjson'], 'absent.ndjson does not exist.'],
  ['import', [tmpdir()], `${basename(tmpdir())} is a folder, not a file.`],
])('%s %j is refused before the store is opened', async (command, args, reason) => {
  const { code, err, hasStore } = await runCommand(command, args);
  expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
  expect(hasStore).toBe(false);
});

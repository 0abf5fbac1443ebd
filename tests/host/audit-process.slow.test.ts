import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toPrintableLines } from '../../src/host/printable.ts';
import { createTemporaryFolder } from './harness.ts';
import { importAccount, runCommand, startHostProcess } from './host-process.ts';

describe('the audit trail', () => {
  it('prints names with control characters escaped, and JSON that decodes to the original', async () => {
    const dataDir = await createTemporaryFolder();
    await importAccount(dataDir, 'Red \u001b[31m\u0085\u202eagency');
    const subject = 'a\u009bb\u200bc\u2067.ndjson';
    await writeFile(join(dataDir, subject), '');
    await runCommand(dataDir, 'import', join(dataDir, subject));
    await runCommand(dataDir, 'keys', 'create', '--name', 'Weekly');
    const { out: list } = await runCommand(dataDir, 'keys', 'list');
    expect(list).toContain('Red \\u001b[31m\\u0085\\u202eagency');
    const { out: table } = await runCommand(dataDir, 'audit');
    const { out: json } = await runCommand(dataDir, 'audit', '--json');
    for (const out of [list, table, json]) expect(toPrintableLines(out)).toBe(out);
    const subjects = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).subject);
    expect(subjects).toContain(subject);
  });

  it('records commands, and shows them with or without a running host', async () => {
    const dataDir = await createTemporaryFolder();
    const host = await startHostProcess(dataDir);
    await importAccount(dataDir);
    const { out } = await runCommand(dataDir, 'keys', 'create', '--name', 'Weekly');
    const key = out.trimEnd().split('\n').at(-1) ?? '';
    const { out: list } = await runCommand(dataDir, 'keys', 'list');
    const [id = ''] = list.split(' ');
    const { out: rotated } = await runCommand(dataDir, 'keys', 'rotate', id);
    const newKey = rotated.trimEnd().split('\n').at(-1) ?? '';
    const [first, second] = [key, newKey].map((text) => `Weekly (${text.slice(0, 9)})`);
    await runCommand(dataDir, 'keys', 'end-sessions', '--all');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await runCommand(dataDir, 'keys', 'revoke', id);
    const outputWithHost = await runCommand(dataDir, 'audit');
    await host.end('SIGTERM');
    const outputWithoutHost = await runCommand(dataDir, 'audit');
    expect(outputWithoutHost).toEqual(outputWithHost);
    const lines = outputWithoutHost.out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
      ['imported', '–', 'Harbour Agency'],
      ['key created', first, 'Harbour Agency'],
      ['key rotated', first, 'Harbour Agency'],
      ['key created', second, 'Harbour Agency'],
      ['sessions ended', first, 'Harbour Agency'],
      ['sessions ended', second, 'Harbour Agency'],
      ['key revoked', first, 'Harbour Agency'],
    ]);
    expect(outputWithoutHost.out).not.toContain(key);
    for (const idOrPrefix of [id, key.slice(0, 9)]) {
      const { out: json } = await runCommand(
        ...([dataDir, 'audit', '--key', idOrPrefix, '--json', '--limit', '2'] as const),
      );
      const actions = json
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).action);
      expect(actions).toEqual(['sessions ended', 'key revoked']);
    }
    expect(await runCommand(dataDir, 'audit', '--key', 'sl_none')).toMatchObject({
      code: 1,
      err: 'No key has the ID or prefix sl_none.\n',
    });
    const emptyOutcome = await runCommand(dataDir, 'audit', '--until', '2020-01-01');
    expect(emptyOutcome.out).toBe('No matching records.\n');
  });
});

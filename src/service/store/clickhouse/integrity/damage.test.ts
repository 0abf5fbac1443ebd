import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findUnreadableTable } from './damage.ts';

it('a folder in place of the definition of a table is damage', () => {
  const engineDir = mkdtempSync(join(tmpdir(), 'damage-'));
  try {
    mkdirSync(join(engineDir, 'store', 'abc', 'database', 'keys.sql'), { recursive: true });
    expect(findUnreadableTable(engineDir)).toBe('the definition of table keys cannot be read');
  } finally {
    rmSync(engineDir, { recursive: true });
  }
});

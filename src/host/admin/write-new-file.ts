import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCodeOf } from '../../service/error-code.ts';
import { AdministrationError } from './administration-error.ts';
import { createNotWritableError } from './not-writable-error.ts';

const createExistsError = (path: string): AdministrationError =>
  new AdministrationError(`${path} already exists. Name another file, or remove this one first.`);

/** @throws AdministrationError if a file or folder has the path. */
export function refuseExistingFile(path: string): void {
  if (existsSync(path)) throw createExistsError(path);
}

/** What linking fails with in file systems without hard links, such as that of a USB stick. */
const unsupportedLinkCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP'];

/** Renames a file unless something has the new path. */
async function renameToNewPath(path: string, newPath: string): Promise<void> {
  try {
    // Unlike renaming, linking never replaces a file that was created a moment ago.
    await link(path, newPath);
    await rm(path);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'EEXIST') throw createExistsError(newPath);
    if (!unsupportedLinkCodes.includes(code)) throw error;
    refuseExistingFile(newPath);
    await rename(path, newPath);
  }
}

/**
 * Writes a file that only its owner can read, whole or not at all, and compresses it if its name ends in `.gz`.
 * @throws AdministrationError if the path exists or cannot be written, or whatever `chunks` throws.
 */
export async function writeNewFile(path: string, chunks: AsyncIterable<string>): Promise<void> {
  refuseExistingFile(path);
  const partialPath = `${path}.${randomUUID()}.part`;
  const file = createWriteStream(partialPath, { flags: 'wx', mode: 0o600, flush: true });
  try {
    if (path.endsWith('.gz')) await pipeline(chunks, createGzip(), file);
    else await pipeline(chunks, file);
    await renameToNewPath(partialPath, path);
  } catch (error) {
    await rm(partialPath, { force: true });
    const isSystemError = error instanceof Error && 'syscall' in error;
    throw isSystemError ? createNotWritableError(path, error) : error;
  }
}

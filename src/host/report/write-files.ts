import { constants, existsSync } from 'node:fs';
import { access, mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNotWritableError } from '../admin/not-writable-error.ts';

/**
 * Creates a folder if it does not exist, but not its parents.
 * @throws AdministrationError if files cannot be written to it.
 */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    if (!existsSync(folder)) await mkdir(folder);
    const handle = await opendir(folder);
    await handle.close();
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw createNotWritableError(folder, error);
  }
}

/**
 * Writes a file, whole or not at all, and replaces an earlier file of the same name.
 * @returns its path.
 * @throws AdministrationError if it cannot be written.
 */
export async function writeWholeFile(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const path = join(folder, name);
  const partialPath = join(folder, `.${name}.${process.pid}.part`);
  try {
    await writeFile(partialPath, content);
    await rename(partialPath, path);
    return path;
  } catch (error) {
    await rm(partialPath, { force: true });
    throw createNotWritableError(folder, error);
  }
}

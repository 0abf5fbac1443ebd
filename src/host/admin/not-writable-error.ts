import { errorCodeOf } from '../../service/error-code.ts';
import { AdministrationError } from './administration-error.ts';

const reasons: Partial<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENOENT: 'its parent folder does not exist',
  ENOTDIR: 'it is not a folder',
  ENOSPC: 'the disk is full',
};

/** Says why a file or folder cannot be written. */
export function createNotWritableError(path: string, error: unknown): AdministrationError {
  const code = errorCodeOf(error);
  const reason = reasons[code] ?? (code || String(error));
  return new AdministrationError(`Cannot write to ${path}: ${reason}.`, { cause: error });
}

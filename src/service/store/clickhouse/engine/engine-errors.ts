import { errorCodeOf } from '../../../error-code.ts';
import { StoreDamaged, StoreFull, StoreUnavailable, StoreUncertain } from '../../store.ts';

/**
 * An error of the engine with its code and the statement's constant text. The engine's message is left out, since it
 * quotes bound values.
 */
export class EngineError extends Error {
  override name = 'EngineError';
  constructor(code: string, statement: string) {
    super(`ClickHouse refused a statement${code === '' ? '' : ` with code ${code}`}: ${statement}`);
  }
}

const diskFullCodes = new Set(['243', 'ENOSPC']);
// 159: timeout. 202: too many simultaneous queries. 241: out of memory. 252: too many parts. 394: cancelled.
const transientCodes = new Set(['159', '202', '241', '252', '394']);
// 27, 33, 40, 117, 246, 271: the data read is not what was written. 76, 107, 226, 228: a file is missing or truncated.
const damageCodes = new Set(['27', '33', '40', '76', '107', '117', '226', '228', '246', '271']);
/** Codes for a wrong user, password or database. */
const rejectedLoginCodes = new Set(['81', '192', '193', '194', '516']);

/** Thrown if the server rejects the login; a retry would not help. */
export class LoginRefused extends StoreUnavailable {
  override name = 'LoginRefused';
}

/** Formats a code for the end of a sentence; the client's own timeouts have no code. */
const formatCodeSuffix = (code: string) => (code === '' ? '' : ` (code ${code})`);

/** Converts an engine's error to one that callers can handle, without the engine's text, which quotes bound values. */
export function toStoreError(error: unknown, statement: string): Error {
  if (error instanceof StoreUnavailable || error instanceof EngineError) return error;
  const code = errorCodeOf(error);
  const text = error instanceof Error ? error.message : '';
  if (/Too many open files/i.test(text)) {
    return new StoreUnavailable(
      'This process or the ClickHouse server has too many files open. Raise its limit (ulimit -n).',
    );
  }
  if (diskFullCodes.has(code) || /No space left|not enough space|ENOSPC/i.test(text)) {
    return new StoreFull(
      'The disk is full, so nothing was changed. Free some space and try again.',
    );
  }
  if (damageCodes.has(code))
    return new StoreDamaged(`a file of the store cannot be read (code ${code})`);
  if (rejectedLoginCodes.has(code))
    return new LoginRefused(
      `The ClickHouse server rejected the user, the password or the database in CLICKHOUSE_URL (code ${code}).`,
    );
  // An error without one of the engine's codes comes from the connection.
  if (transientCodes.has(code) || !/^\d+$/.test(code))
    return new StoreUnavailable(`The store is not available right now${formatCodeSuffix(code)}.`);
  return new EngineError(code, statement.replace(/\s+/g, ' '));
}

/** Codes of failed connections: nothing was sent. */
const unreachableCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/**
 * Converts the error of a write. It becomes a `StoreUncertain` if the write took too long or its connection broke,
 * since the write may have succeeded.
 */
export function toWriteError(error: unknown, statement: string): Error {
  const code = errorCodeOf(error);
  const storeError = toStoreError(error, statement);
  // For a write, one of `damageCodes` may also mean invalid input.
  if (storeError instanceof StoreDamaged) return new EngineError(code, statement);
  const isRefusedByPool = error instanceof StoreUnavailable;
  const isUnconfirmed = code === '159' || !(/^\d+$/.test(code) || unreachableCodes.has(code));
  return storeError instanceof StoreUnavailable && !isRefusedByPool && isUnconfirmed
    ? new StoreUncertain(
        `The store did not confirm the write, which may or may not have been saved${formatCodeSuffix(code)}.`,
      )
    : storeError;
}

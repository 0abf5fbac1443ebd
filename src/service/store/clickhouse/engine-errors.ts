import { StoreDamaged, StoreFull, StoreUnavailable, StoreUncertain } from '../store.ts';

function codeOf(error: unknown): string {
  // Errors of the engine in process are not instances of the client's class; they share its fields.
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An engine's refusal, by its code and the constant text of the statement: its own message quotes bound values. */
export class EngineError extends Error {
  override name = 'EngineError';
  constructor(code: string, statement: string) {
    super(`ClickHouse refused a statement${code === '' ? '' : ` with code ${code}`}: ${statement}`);
  }
}

const outOfRoom = new Set(['243', 'ENOSPC']);
// 159 took too long; 202 too many at once; 241 out of memory; 252 too many parts; 394 was cancelled.
const passing = new Set(['159', '202', '241', '252', '394']);
// 27, 33, 40, 117, 246, 271: what is read is not what was written. 76, 107, 226, 228: a file is not there, or cut.
const damaging = new Set(['27', '33', '40', '76', '107', '117', '226', '228', '246', '271']);
/** The server refused the user or the password, or has no such database. */
const refusedLogin = new Set(['81', '192', '193', '194', '516']);

/** The server answers and does not let this host in: no retry will help. */
export class LoginRefused extends StoreUnavailable {
  override name = 'LoginRefused';
}

/** What a caller can act on. The engine's own error goes no further: its text quotes the query's values. */
export function storeError(error: unknown, statement: string): Error {
  if (error instanceof StoreUnavailable || error instanceof EngineError) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  if (/Too many open files/i.test(text)) {
    return new StoreUnavailable('The host has too many files open.');
  }
  if (outOfRoom.has(code) || /No space left|not enough space|ENOSPC/i.test(text)) {
    return new StoreFull('There is no room left to write.');
  }
  if (damaging.has(code)) return new StoreDamaged(`a file of it cannot be read (code ${code})`);
  if (refusedLogin.has(code))
    return new LoginRefused(`The server refused this host (code ${code}).`);
  // What has no code of the engine's came from the connection to it.
  if (passing.has(code) || !/^\d+$/.test(code))
    return new StoreUnavailable(`The store cannot answer now (code ${code}).`);
  return new EngineError(code, statement.replace(/\s+/g, ' '));
}

/** Nothing was sent: no connection was made. */
const notReached = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/** A write that took too long, or whose connection broke under way, may have been done. */
export function writeError(error: unknown, statement: string): Error {
  const code = codeOf(error);
  const known = storeError(error, statement);
  // A write reads what it is given, too, and that may be at fault.
  if (known instanceof StoreDamaged) return new EngineError(code, statement);
  const isOwn = error instanceof StoreUnavailable;
  const isLost = code === '159' || !(/^\d+$/.test(code) || notReached.has(code));
  return known instanceof StoreUnavailable && !isOwn && isLost
    ? new StoreUncertain(`The store did not confirm whether it wrote (code ${code}).`)
    : known;
}

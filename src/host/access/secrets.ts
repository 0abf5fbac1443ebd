import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../../service/error-code.ts';
import { StoreMark } from '../../service/store/clickhouse/integrity/store-mark.ts';
import { type Config, ConfigError, parseSessionKeys } from '../config.ts';

/** The host's secrets, each derived for a single purpose from a key in SESSION_SECRET or in the key file. */
export interface Secrets {
  /** Session keys of 32 bytes each: the first seals new sessions; the others only open those that they sealed. */
  sessionKeys: readonly [Uint8Array, ...Uint8Array[]];
  /** Authenticates paging cursors; the same on every host with the same first key. */
  cursorSecret: Uint8Array;
  /** Returns a string that identifies an API key without revealing it. */
  fingerprint(apiKey: string): string;
}

const derive = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, 'sightline', purpose, 32));

/** @throws ConfigError if there is no key. */
export function deriveSecrets(keys: readonly Uint8Array[]): Secrets {
  const [first, ...older] = keys;
  if (first === undefined) throw new ConfigError('SESSION_SECRET must contain a key.');
  const fingerprintSecret = derive(first, 'key fingerprint');
  return {
    sessionKeys: [derive(first, 'session'), ...older.map((key) => derive(key, 'session'))],
    cursorSecret: derive(first, 'cursor'),
    fingerprint: (apiKey) =>
      createHmac('sha256', fingerprintSecret).update(apiKey).digest('base64url').slice(0, 22),
  };
}

/** Creates the file atomically, so that hosts that start simultaneously all read the same key. */
async function createKeyFile(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(draft);
  }
}

async function loadKeys(dataDir: string): Promise<readonly Uint8Array[]> {
  const path = join(dataDir, 'session-secret');
  if (!existsSync(path)) {
    StoreMark.begin(dataDir);
    await createKeyFile(path);
  }
  const text = (await readFile(path, 'utf8')).trim();
  const keys = parseSessionKeys(text);
  if (keys !== null) return keys;
  throw new ConfigError(
    `${path} does not contain a session key. Remove the file to create a new key, which ends all sessions.`,
  );
}

/**
 * Loads the host's secrets from SESSION_SECRET, or from a file in the data folder, which is created if missing.
 * @throws ConfigError if the folder or the file cannot be used.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  if (config.sessionKeys !== null) return deriveSecrets(config.sessionKeys);
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    return deriveSecrets(await loadKeys(config.dataDir));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `DATA_DIR must be a folder that this user can write to: ${config.dataDir} is not (${reason}).`,
    );
  }
}

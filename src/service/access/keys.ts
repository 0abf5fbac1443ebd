import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant, KeyRecord } from '../store/records.ts';

const issuedPrefix = 'sl_';
const secretBytes = 32;
const checksumBytes = 4;
/** 36 bytes fill 48 base64url characters exactly, so each key has only one encoding. */
const issuedPattern = /^sl_[A-Za-z0-9_-]{48}$/;
/** Sample keys, which are public. */
const samplePattern = /^sample-[a-z]{1,32}$/;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const checksumOf = (secret: Uint8Array) => sha256(secret).subarray(0, checksumBytes);

/**
 * A new API key, or the secret of a share or feed: `sl_`, then base64url of 32 random bytes and their checksum. Only
 * its digest and its first characters are stored.
 */
export function makeKey(): string {
  const secret = randomBytes(secretBytes);
  return issuedPrefix + Buffer.concat([secret, checksumOf(secret)]).toString('base64url');
}

/** SHA-256 of the whole key in lowercase hex, which is stored and looked up instead of the key. */
export function digestOf(key: string): string {
  return sha256(key).toString('hex');
}

/** Whether a string has the form and checksum of a key, so that a mistyped one is rejected without a lookup. */
export function isWellFormed(key: string): boolean {
  if (!issuedPattern.test(key)) return false;
  const bytes = Buffer.from(key.slice(issuedPrefix.length), 'base64url');
  return timingSafeEqual(bytes.subarray(secretBytes), checksumOf(bytes.subarray(0, secretBytes)));
}

/** Whether a string has the form of a sample key's name, such as `sample-agency`. */
export function isSampleName(key: string): boolean {
  return samplePattern.test(key);
}

/**
 * The part of a key that identifies it to people: the first characters, too few to help anyone guess the rest, or the
 * whole name of a sample key.
 */
export function prefixOf(key: string): string {
  return isSampleName(key) ? key : key.slice(0, issuedPrefix.length + 6);
}

/** Whether a key, share or feed is neither revoked nor expired. */
export const isActive = (
  { revokedAt, expiresAt }: Pick<KeyRecord, 'revokedAt' | 'expiresAt'>,
  now: Instant,
): boolean => revokedAt === null && (expiresAt === null || expiresAt > now);

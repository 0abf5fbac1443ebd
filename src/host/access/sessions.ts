import { randomBytes } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import * as v from 'valibot';
import type { Session } from '../../contract/page-settings.ts';
import { isDirectLoopback } from '../http/loopback.ts';
import type { Secrets } from './secrets.ts';

/** The content of a sealed session cookie. */
export interface OpenSession {
  /** The session's ID, which the page sends back as `X-Session`. */
  id: string;
  apiKey: string;
  fingerprint: string;
  /** Whether the key gives access to sample data only. */
  sample: boolean;
  /** Whether the session was opened with the secret of a share instead of a key. */
  isShare: boolean;
  /** The scopes that the key has in effect; null if unknown. */
  scopes: string[] | null;
  /** Whether the key is limited to one client; null if unknown. */
  isClientKey: boolean | null;
  /** Whether the key is of a business account; null if unknown. */
  isBusinessKey: boolean | null;
  /** In milliseconds since the epoch, like `expiresAt`. */
  beganAt: number;
  expiresAt: number;
}

export const sessionSeconds = 8 * 60 * 60;

const Payload = v.object({
  jti: v.string(),
  exp: v.number(),
  /** Milliseconds since the epoch; absent in cookies of earlier versions. */
  began: v.optional(v.number()),
  key: v.string(),
  fingerprint: v.string(),
  sample: v.boolean(),
  /** Absent, like the fields below, in cookies of earlier versions. */
  scopes: v.optional(v.nullable(v.array(v.string())), null),
  isClientKey: v.optional(v.nullable(v.boolean()), null),
  isBusinessKey: v.optional(v.nullable(v.boolean()), null),
  isShare: v.optional(v.boolean(), false),
});

export interface SessionSealer {
  start(
    apiKey: string,
    fields: Omit<OpenSession, 'id' | 'apiKey' | 'fingerprint' | 'beganAt' | 'expiresAt'>,
  ): Promise<{ session: OpenSession; sealed: string }>;
  /** Returns null if the session was not sealed with these keys, has expired, or is for another service. */
  open(sealed: string): Promise<OpenSession | null>;
}

/**
 * Seals sessions as JWE (RFC 7516, `dir` with A256GCM), so that the host keeps no state.
 * @param audience identifies the service that the API keys are for; sessions for any other service cannot be opened.
 */
export function createSealer(
  secrets: Secrets,
  audience: string,
  clock: () => number,
): SessionSealer {
  const openWith = async (sealed: string, key: Uint8Array): Promise<OpenSession | null> => {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        audience,
        currentDate: new Date(clock()),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      const { jti: id, exp, began, key: apiKey, ...fields } = v.parse(Payload, payload);
      const beganAt = began ?? (exp - sessionSeconds) * 1000;
      return { id, apiKey, ...fields, beganAt, expiresAt: exp * 1000 };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof v.ValiError) return null;
      throw error;
    }
  };

  return {
    async start(apiKey, fields) {
      const beganAt = clock();
      const exp = Math.floor(beganAt / 1000) + sessionSeconds;
      const session: OpenSession = {
        id: randomBytes(16).toString('base64url'),
        apiKey,
        fingerprint: secrets.fingerprint(apiKey),
        ...fields,
        beganAt,
        expiresAt: exp * 1000,
      };
      const sealed = await new EncryptJWT({
        key: apiKey,
        fingerprint: session.fingerprint,
        ...fields,
        began: beganAt,
      })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(session.id)
        .setAudience(audience)
        .setExpirationTime(exp)
        .encrypt(secrets.sessionKeys[0]);
      return { session, sealed };
    },

    async open(sealed) {
      for (const key of secrets.sessionKeys) {
        const session = await openWith(sealed, key);
        if (session !== null) return session;
      }
      return null;
    },
  };
}

/** The part of a session that the page may see. */
export const toPageSession = (session: OpenSession): Session => ({
  id: session.id,
  keyFingerprint: session.fingerprint,
  expiresAt: new Date(session.expiresAt).toISOString(),
  scopes: session.scopes,
  isClientKey: session.isClientKey,
  isBusinessKey: session.isBusinessKey,
});

/**
 * The cookie's name and attributes for a request. A share has a cookie of its own, so that opening a share leaves the
 * browser's own sign-in untouched. Plain HTTP is allowed only for direct calls to a host that listens on loopback. The
 * name then includes the port, since browsers send a host's cookies to all its ports.
 */
export function sessionCookieOf(request: Request, isOnLoopback: boolean, isShare = false) {
  const kind = isShare ? 'share' : 'session';
  const isPlain = isOnLoopback && isDirectLoopback(request);
  const port = /:(\d+)$/.exec(request.headers.get('host') ?? '')?.[1] ?? '80';
  return {
    name: isPlain ? `sightline-${kind}-${port}` : `__Host-sightline-${kind}`,
    attributes: { path: '/', httpOnly: true, secure: !isPlain, sameSite: 'Strict' },
  } as const;
}

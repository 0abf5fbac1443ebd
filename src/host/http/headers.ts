import type { MiddlewareHandler } from 'hono';

const policyHeader = 'Content-Security-Policy';

/** Lets the page load only files from its own origin and inline images, and forbids scripts created from strings. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * For responses that are not part of the page. Should a browser open one as a document, it is sandboxed: it runs no
 * script, loads nothing, and has an origin of its own.
 */
const dataPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const commonHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/** One year. Excludes subdomains, since other people may run them. */
const strictTransport = 'max-age=31536000';

/** Gives a document or file of the page its content security policy. */
export const setPagePolicy = (headers: Headers, policy: string): void =>
  headers.set(policyHeader, policy);

/** Sets the security headers that every response has. A response without a policy of its own is sandboxed. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
  if (!headers.has(policyHeader)) headers.set(policyHeader, dataPolicy);
}

/**
 * Sets the security headers on every response of the routes. Adds `Strict-Transport-Security` if a proxy's
 * `X-Forwarded-Proto` says HTTPS; trusting it does no harm, since browsers ignore `Strict-Transport-Security` over
 * HTTP.
 */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  setSecurityHeaders(c.res.headers);
  if (c.req.header('X-Forwarded-Proto') === 'https') {
    c.res.headers.set('Strict-Transport-Security', strictTransport);
  }
};

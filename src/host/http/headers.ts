import type { MiddlewareHandler } from 'hono';

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

/**
 * Sets the security headers that every response has.
 * @param policy the content security policy, or null for none.
 */
export function setSecurityHeaders(headers: Headers, policy: string | null): void {
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
  if (policy !== null) headers.set('Content-Security-Policy', policy);
}

/**
 * Sets the security headers on every response of the routes. Adds `Strict-Transport-Security` if a proxy's
 * `X-Forwarded-Proto` says HTTPS; trusting it does no harm, since browsers ignore `Strict-Transport-Security` over
 * HTTP.
 * @param policy the content security policy, or null for a development server, which needs inline scripts.
 */
export function securityHeaders(policy: string | null): MiddlewareHandler {
  return async (c, next) => {
    await next();
    setSecurityHeaders(c.res.headers, policy);
    if (c.req.header('X-Forwarded-Proto') === 'https') {
      c.res.headers.set('Strict-Transport-Security', strictTransport);
    }
  };
}

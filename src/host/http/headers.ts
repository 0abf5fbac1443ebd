import type { MiddlewareHandler } from 'hono';

/** What the page may load and do: its own files, and images that are part of it. Nothing makes script from text. */
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

const onEvery: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/** One year; subdomains are their owner's to decide. */
const strictTransport = 'max-age=31536000';

/**
 * Puts on the headers that protect every response, whatever it is to.
 * @param policy the content security policy, or null for none.
 */
export function protect(headers: Headers, policy: string | null): void {
  for (const [name, value] of Object.entries(onEvery)) headers.set(name, value);
  if (policy !== null) headers.set('Content-Security-Policy', policy);
}

/**
 * Puts the protective headers on every response of the routes. The host itself speaks HTTP; that a call came by HTTPS it
 * learns from a proxy's `X-Forwarded-Proto`, which needs no trust here: browsers ignore the header over HTTP.
 * @param policy the content security policy, or null where a development server needs inline script.
 */
export function protectiveHeaders(policy: string | null): MiddlewareHandler {
  return async (c, next) => {
    await next();
    protect(c.res.headers, policy);
    if (c.req.header('X-Forwarded-Proto') === 'https') {
      c.res.headers.set('Strict-Transport-Security', strictTransport);
    }
  };
}

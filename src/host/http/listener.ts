import { IncomingMessage, type RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { protect } from './headers.ts';
import { failed, malformed } from './problems.ts';
import { settleUnreadBody } from './unread-body.ts';

interface ListenerOptions {
  fetch: (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>;
  /** As for `protectiveHeaders`. */
  contentSecurityPolicy: string | null;
  /** Given what failed outside the routes, which belongs to no path. */
  onError: (error: unknown) => void;
}

/** Servers differ in which one they go by (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** A target such as `http://user:password@host/`, which no request may have (RFC 9110, 4.2.4). */
const hasUser = ({ url = '/' }: IncomingMessage): boolean =>
  !url.startsWith('/') && /^[^/?#]*\/\/[^/?#]*@/.test(url);

/** For routes of GET. Node sends what they respond with, without its body. */
const asGet = (request: Request): Request => new Request(request, { method: 'GET' });

/**
 * The host as a listener of Node's server. It refuses with 400 what could be read in more ways than one, handles HEAD as
 * GET, and keeps connections in order whatever is left unread.
 */
export function listenerOf(options: ListenerOptions): RequestListener {
  const { fetch, contentSecurityPolicy, onError } = options;
  const protectedOne = (response: Response): Response => {
    protect(response.headers, contentSecurityPolicy);
    return response;
  };
  const respond = getRequestListener(
    (request, env) => {
      const { incoming } = env;
      // The server speaks HTTP/1 only, which the library's types leave open.
      if (!(incoming instanceof IncomingMessage)) return protectedOne(malformed());
      if (hasSeveralHosts(incoming) || hasUser(incoming)) return protectedOne(malformed());
      return fetch(request.method === 'HEAD' ? asGet(request) : request, { incoming });
    },
    {
      // It would close connections after half a second without saying so.
      autoCleanupIncoming: false,
      errorHandler: (error) => {
        if (error instanceof RequestError) return protectedOne(malformed());
        onError(error);
        return protectedOne(failed());
      },
    },
  );
  return (incoming, outgoing) => {
    if (settleUnreadBody(incoming, outgoing)) void respond(incoming, outgoing);
  };
}

import { IncomingMessage, type RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { setSecurityHeaders } from './headers.ts';
import { createFailureResponse, createMalformedRequestResponse } from './problems.ts';
import { handleUnreadBody } from './unread-body.ts';

interface ListenerOptions {
  fetch: (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>;
  /** Called with errors thrown outside the routes. */
  onError: (error: unknown) => void;
}

/** Whether a request has several `Host` headers. Servers may differ in which one they use (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Whether the target contains user information, as in `http://user:password@host/`, which is not allowed (RFC 9110,
 * 4.2.4).
 */
const hasUser = ({ url = '/' }: IncomingMessage): boolean =>
  !url.startsWith('/') && /^[^/?#]*\/\/[^/?#]*@/.test(url);

/** Lets GET routes handle a HEAD request. Node sends the response without its body. */
const toGetRequest = (request: Request): Request => new Request(request, { method: 'GET' });

/**
 * Creates the host's request listener for Node's server. It refuses malformed or ambiguous requests with 400, handles
 * HEAD as GET, and handles unread request bodies without resetting the connection.
 */
export function createListener(options: ListenerOptions): RequestListener {
  const { fetch, onError } = options;
  const addSecurityHeaders = (response: Response): Response => {
    setSecurityHeaders(response.headers);
    return response;
  };
  const respond = getRequestListener(
    (request, env) => {
      const { incoming } = env;
      // The library's types also allow HTTP/2, which the server does not use.
      if (!(incoming instanceof IncomingMessage))
        return addSecurityHeaders(createMalformedRequestResponse());
      if (hasSeveralHosts(incoming) || hasUser(incoming))
        return addSecurityHeaders(createMalformedRequestResponse());
      return fetch(request.method === 'HEAD' ? toGetRequest(request) : request, { incoming });
    },
    {
      // Otherwise the library closes a connection with an unread body after half a second, without having sent
      // `Connection: close`.
      autoCleanupIncoming: false,
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return addSecurityHeaders(createMalformedRequestResponse());
        onError(error);
        return addSecurityHeaders(createFailureResponse());
      },
    },
  );
  return (incoming, outgoing) => {
    if (handleUnreadBody(incoming, outgoing)) void respond(incoming, outgoing);
  };
}

/** The proxies with settings in docs/deploy.md. */
export const proxies = ['nginx', 'caddy', 'haproxy'] as const;

export type ProxyName = (typeof proxies)[number];

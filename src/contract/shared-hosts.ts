/**
 * Social networks, marketplaces, code hosts, and builders of sites and shops, where many people and companies have pages.
 * Collected by hand, and short, since the forms load it; the service also knows the private section of the public suffix
 * list.
 */
const sharedHosts: ReadonlySet<string> = new Set(
  (
    'aliexpress.com amazon.co.uk amazon.com amazon.de apps.apple.com behance.net bigcartel.com bitbucket.org ' +
    'blogspot.com bsky.app business.site canva.com crunchbase.com discord.com discord.gg docs.google.com ' +
    'ebay.com etsy.com eventbrite.com facebook.com fb.com ghost.io gist.github.com github.com github.io ' +
    'gitlab.com godaddysites.com google.com huggingface.co instagram.com jimdo.com jimdofree.com ' +
    'kickstarter.com linkedin.com linktr.ee maps.google.com medium.com meetup.com myshopify.com notion.so ' +
    'patreon.com pinterest.com play.google.com quora.com reddit.com shopify.com sites.google.com ' +
    'soundcloud.com spotify.com squarespace.com strikingly.com substack.com t.me threads.com threads.net ' +
    'tiktok.com tripadvisor.com trustpilot.com tumblr.com twitch.tv twitter.com vimeo.com vk.com webnode.com ' +
    'weebly.com weibo.com wikipedia.org wix.com wixsite.com wordpress.com x.com xing.com yelp.com youtu.be ' +
    'youtube.com zhihu.com'
  ).split(' '),
);

/** Subdomains with the same pages for another device, design or language, as in `m.facebook.com`. */
const mirror = /^(?:www|m|mobile|old|open|[a-z]{2}(?:-[a-z]{2})?)\./;

/**
 * Whether many have pages on a host, so that all of it can hardly be one brand's own. A path such as `github.com/acme`
 * can.
 * @param host in lower case.
 */
export const isSharedHost = (host: string): boolean =>
  sharedHosts.has(host) || sharedHosts.has(host.replace(mirror, ''));

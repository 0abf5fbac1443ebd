/**
 * Hosts where many people and companies have pages, and site and shop builders that the public suffix list does not
 * contain. Collected by hand; the service also knows the private section of that list.
 */
const sharedHosts: ReadonlySet<string> = new Set(
  (
    'about.me aliexpress.com alibaba.com amazon.ca amazon.co.jp amazon.co.uk amazon.com amazon.de amazon.es amazon.fr ' +
    'amazon.in amazon.it apps.apple.com beehiiv.com behance.net bigcartel.com bilibili.com bitbucket.org bsky.app ' +
    'business.site canva.com crunchbase.com dailymotion.com dev.to discord.com discord.gg docs.google.com dribbble.com ' +
    'ebay.com etsy.com eventbrite.com facebook.com fb.com ghost.io gist.github.com github.com gitlab.com ' +
    'godaddysites.com google.com hs-sites.com huggingface.co instagram.com itch.io jimdo.com jimdofree.com ' +
    'jimdosite.com kickstarter.com ko-fi.com linkedin.com linktr.ee livejournal.com maps.google.com medium.com ' +
    'meetup.com mystrikingly.com notion.so npmjs.com open.spotify.com over-blog.com patreon.com pinterest.com ' +
    'play.google.com producthunt.com pypi.org quora.com reddit.com shopify.com sites.google.com slideshare.net ' +
    'snapchat.com soundcloud.com sourceforge.net squarespace.com stackoverflow.com strikingly.com substack.com t.me ' +
    'telegram.me threads.com threads.net tiktok.com tripadvisor.com trustpilot.com tumblr.com twitch.tv twitter.com ' +
    'ueniweb.com vimeo.com vk.com webador.com webnode.com weebly.com weibo.com wikipedia.org wix.com wordpress.com ' +
    'x.com xing.com yelp.com youtu.be youtube.com zhihu.com'
  ).split(' '),
);

/** Subdomains with the same pages for another device, design or language, as in `m.facebook.com`. */
const mirror = /^(?:www|m|mobile|old|new|web|[a-z]{2}(?:-[a-z]{2})?)\./;

/**
 * Whether many have pages on a host, so that all of it can hardly be one brand's own. A path such as `github.com/acme`
 * can.
 * @param host in lower case.
 */
export const isSharedHost = (host: string): boolean =>
  sharedHosts.has(host) || sharedHosts.has(host.replace(mirror, ''));

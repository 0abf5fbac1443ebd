/** The beginnings of parameters that say where a visitor came from. */
const trackingPrefixes = ['utm_', 'mtm_', 'matomo_', 'piwik_', 'hsa_', 'fb_action_', 'guce_'];

/** Parameters that say where a visitor came from, and do not change the page. */
const trackingNames: ReadonlySet<string> = new Set([
  '__hsfp',
  '__hssc',
  '__hstc',
  '_ga',
  '_gac',
  '_gl',
  '_hsenc',
  '_hsmi',
  '_openstat',
  'amp_gsa',
  'amp_js_v',
  'dclid',
  'epik',
  'fb_ref',
  'fb_source',
  'fbclid',
  'gad_campaignid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'guccounter',
  'hsctatracking',
  'igsh',
  'igshid',
  'irclickid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'ml_subscriber',
  'ml_subscriber_hash',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'pk_campaign',
  'pk_kwd',
  'rb_clickid',
  'ref_src',
  'ref_url',
  's_cid',
  'srsltid',
  'sscid',
  'ttclid',
  'twclid',
  'usqp',
  'vero_conv',
  'vero_id',
  'wbraid',
  'wickedid',
  'yclid',
  'ysclid',
]);

/** The name of a parameter in lower case. */
const nameOf = (parameter: string): string =>
  parameter.split('=', 1).join('').toLowerCase().replaceAll('%5f', '_');

function isTracking(parameter: string): boolean {
  const name = nameOf(parameter);
  return trackingNames.has(name) || trackingPrefixes.some((prefix) => name.startsWith(prefix));
}

/**
 * Removes the parameters from a query that only say where a visitor came from. Keeps the others in their order and
 * spelling, since a server may depend on both.
 * @param search a query with its `?`, or nothing.
 */
export function removeTrackingParameters(search: string): string {
  const kept = search
    .replace(/^\?/, '')
    // Left over in addresses that were copied out of HTML.
    .replaceAll('&amp;', '&')
    .split('&')
    .filter((parameter) => parameter !== '' && !isTracking(parameter));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** The country codes that an import accepts. The dashboard does not load this list. */

/** The 249 codes that ISO 3166-1 assigns. */
const assignedCodes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`;

/** Codes that ISO 3166-1 reserves for territories, such as Ascension Island and the Canary Islands. */
const reservedCodes = 'AC CP CQ DG EA IC TA';

/** Codes beyond ISO's countries: Kosovo, the European Union, the United Nations, and no location. */
const otherCodes = 'XK EU UN ZZ';

/** The names of codes that ISO 3166-3 lists as withdrawn, without those that ISO has assigned again since. */
const withdrawnNames: Readonly<Record<string, string>> = {
  AN: 'Netherlands Antilles',
  BU: 'Burma',
  // Czechoslovakia until 1993, then Serbia and Montenegro from 2003 to 2006.
  CS: 'Serbia and Montenegro',
  CT: 'Canton and Enderbury Islands',
  DD: 'East Germany',
  DY: 'Dahomey',
  FQ: 'French Southern and Antarctic Territories',
  FX: 'Metropolitan France',
  HV: 'Upper Volta',
  JT: 'Johnston Island',
  MI: 'Midway Islands',
  NH: 'New Hebrides',
  NQ: 'Queen Maud Land',
  NT: 'Neutral Zone',
  PC: 'Trust Territory of the Pacific Islands',
  PU: 'U.S. Miscellaneous Pacific Islands',
  PZ: 'Panama Canal Zone',
  RH: 'Southern Rhodesia',
  SU: 'Soviet Union',
  TP: 'East Timor',
  VD: 'North Vietnam',
  WK: 'Wake Island',
  YD: 'South Yemen',
  YU: 'Yugoslavia',
  ZR: 'Zaire',
};

/** The labels of withdrawn codes, such as "Soviet Union (withdrawn)" for `SU`. */
export const withdrawnCountryLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(withdrawnNames).map(([code, name]) => [code, `${name} (withdrawn)`]),
);

const countryCodes: ReadonlySet<string> = new Set(assignedCodes.trim().split(/\s+/));

const acceptedCodes: ReadonlySet<string> = new Set([
  ...countryCodes,
  ...`${reservedCodes} ${otherCodes}`.split(' '),
  ...withdrawnCountryLabels.keys(),
]);

/** Whether an import accepts a country code, after `canonicalRegion`. */
export const isAcceptedCountry = (code: string): boolean => acceptedCodes.has(code);

/** Whether ISO 3166-1 assigns a code to a country of today. */
export const isCountryOfToday = (code: string): boolean => countryCodes.has(code);

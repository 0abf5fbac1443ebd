import type { PlatformId } from '../../contract/enums.ts';

/** A country whose questions a platform refuses according to somebody who asked it. */
interface ReportedCountry {
  /** ISO 3166-1, two letters. */
  country: string;
  /** Where it is reported: an address, or what it was if it has none that lasts. */
  source: string;
}

const anthropicIssue = 'https://github.com/anthropics/anthropic-sdk-python/issues/995';

/**
 * Countries that platforms do not take as the location of a search, though their documents do not say so. Looked up on
 * 29 November 2026. Claude answers with status 400: “Country code SG is not supported.”
 */
export const reportedCountries: Readonly<Partial<Record<PlatformId, readonly ReportedCountry[]>>> =
  {
    claude_api: [
      { country: 'SG', source: anthropicIssue },
      { country: 'IE', source: anthropicIssue },
      { country: 'CY', source: anthropicIssue },
      { country: 'CR', source: 'Public source code that quotes the response, of 6 August 2026' },
      { country: 'KZ', source: 'Public source code that quotes the response, of 5 October 2026' },
    ],
  };

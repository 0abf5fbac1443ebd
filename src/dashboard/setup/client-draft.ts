import type { ClientDetails } from '../../contract/sightline/setup.ts';

/** A client's fields as they are typed. An empty text is an empty field. */
export interface ClientDraft {
  name: string;
  websiteUrl: string;
  industry: string;
  description: string;
  /** A data URL of an SVG, PNG or WebP image. */
  logo: string;
  /** Valid if it is #rrggbb. */
  accent: string;
  reportName: string;
}

/** The fields of a client that does not exist yet. */
export const emptyClientDraft: ClientDraft = {
  name: '',
  websiteUrl: '',
  industry: '',
  description: '',
  logo: '',
  accent: '',
  reportName: '',
};

/** The fields of a client as stored. */
export const toClientDraft = (details: ClientDetails): ClientDraft => ({
  name: details.name ?? '',
  websiteUrl: details.websiteUrl ?? '',
  industry: details.industry ?? '',
  description: details.description ?? '',
  logo: details.logo ?? '',
  accent: details.accent ?? '',
  reportName: details.reportName ?? '',
});

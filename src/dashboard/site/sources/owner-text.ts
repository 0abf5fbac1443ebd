import type { Domain } from './model.ts';

/** The owner of a domain in words. */
export const ownerText = ({ kind, owner }: Pick<Domain, 'kind' | 'owner'>): string =>
  kind === 'own' ? 'Own' : kind === 'third' ? 'Third party' : owner?.name || 'Another brand';

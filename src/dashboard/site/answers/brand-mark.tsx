import { createContext, type ReactNode, useContext } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import styles from './answer-text.module.css';
import type { NamedBrand } from './names.ts';

/** Looks up the brands of an answer's marks, and the IDs of the elements that describe them. */
export interface MarkedBrands {
  brandOf: (id: string) => NamedBrand;
  descriptionIdOf: (brandId: string) => string;
}

export const MarkedBrandsContext = createContext<MarkedBrands | null>(null);

export const kindNames = {
  tracked: 'tracked brand',
  competitor: 'competitor',
  other: 'other brand',
} as const;

/** Makes a mark focusable by keyboard, so that its label can be shown. */
const tabStop = { tabIndex: 0 } as const;

interface BrandMarkProps {
  brandId: string;
  /** Whether this is the first piece of its mark, where the Tab key stops; Markdown may split a mark. */
  isFirst: boolean;
  children: ReactNode;
}

/**
 * A brand in a text. Its label is only in an attribute and in the description, so that copying the text leaves the
 * label out.
 */
export function BrandMark({ brandId, isFirst, children }: BrandMarkProps) {
  const brands = useContext(MarkedBrandsContext);
  if (!brands) return <mark>{children}</mark>;
  const { id, name, kind } = brands.brandOf(brandId);
  return (
    <mark
      className={styles['mark']}
      data-kind={kind}
      data-label={kind === null ? name : `${isolate(name)} · ${kindNames[kind]}`}
      aria-describedby={brands.descriptionIdOf(id)}
      {...(isFirst ? tabStop : {})}
    >
      {children}
    </mark>
  );
}

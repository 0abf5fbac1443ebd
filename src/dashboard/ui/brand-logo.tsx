import type { PageSettings } from '../../contract/page-settings.ts';
import styles from './brand-logo.module.css';

/** A brand's name with its logo, or with the product's mark if it has none. */
export function BrandLogo({ brand }: { brand: PageSettings['brand'] }) {
  return (
    <span className={styles['brand']} title={brand.name}>
      {brand.logo === null ? (
        <svg
          className={styles['mark']}
          width="20"
          height="20"
          viewBox="0 0 20 20"
          aria-hidden="true"
        >
          <path
            d="M1.5 11.5C5.5 5 14.5 5 18.5 11.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
          <circle cx="10" cy="11.5" r="2.5" fill="currentColor" />
        </svg>
      ) : (
        <img className={styles['logo']} src={brand.logo} alt="" />
      )}
      <bdi className={styles['name']}>{brand.name}</bdi>
    </span>
  );
}

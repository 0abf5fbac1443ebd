import { toLogoDataUrl } from '../branding/logo.ts';

/** A ridge under a north star. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" role="img" aria-label="Northwind">
<rect width="40" height="40" rx="9" fill="#0b5d57"/>
<path d="M5 31 15.5 15l6 8.6L25.3 18 35 31Z" fill="#f4efe3"/>
<path d="M15.5 15 12 20.300l3.400 2.200 3.3-2.900Z" fill="#8fc9bd"/>
<path d="M28.5 5.5 29.700 9.3 33.5 10.5 29.700 11.700 28.5 15.5 27.3 11.700 23.5 10.5 27.3 9.300Z" fill="#f2b84b"/>
</svg>`;

export const northwindBranding = {
  logo: toLogoDataUrl(Buffer.from(logo)),
  accent: '#0b5d57',
  reportName: 'Northwind Outdoor',
};

import { memo } from 'react';
import { type Look, quietOpacity } from '../series/looks.ts';

/** A short piece of a series' line, with its dash. */
export const Swatch = memo(({ look }: { look: Look }) => (
  <svg width="18" height="8" viewBox="0 0 18 8" aria-hidden="true" style={{ flex: 'none' }}>
    <path
      d="M1 4H17"
      stroke={look.colour}
      strokeWidth={look.isQuiet ? 1.5 : 3}
      strokeOpacity={look.isQuiet ? quietOpacity : 1}
      strokeLinecap={look.dash ? 'butt' : 'round'}
      strokeDasharray={look.dash}
    />
  </svg>
));

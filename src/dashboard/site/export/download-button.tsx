import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';

/** The button of the download menu, also shown in place of the menu while its code loads. */
export const DownloadButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props}>
    Download
    <ChevronDown size={14} aria-hidden="true" />
  </Button>
);

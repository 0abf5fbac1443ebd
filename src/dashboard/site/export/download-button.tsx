import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';

/** The button of the download menu; disabled, it holds the menu's place while that loads. */
export const DownloadButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props}>
    Download
    <ChevronDown size={14} aria-hidden="true" />
  </Button>
);

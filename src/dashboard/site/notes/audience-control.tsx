import type { NoteAudience } from '../../../contract/sightline/recommendations.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const audienceOptions = [
  { value: 'team', label: 'The team' },
  { value: 'client', label: 'The client too' },
] as const;

interface AudienceControlProps {
  audience: NoteAudience;
  isDisabled: boolean;
  onChange: (audience: NoteAudience) => void;
}

/** The choice of whom a note is for. */
export const AudienceControl = ({ audience, isDisabled, onChange }: AudienceControlProps) => (
  <SegmentedControl
    legend="This note is for"
    options={audienceOptions}
    value={audience}
    isDisabled={isDisabled}
    onChange={onChange}
  />
);

/** For whom a note is, as a label beside it; empty if unknown. */
export function audienceLabelOf(audience: string | null | undefined): string {
  if (audience === 'team') return 'For the team';
  return audience === 'client' ? 'For the client too' : '';
}

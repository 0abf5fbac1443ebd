import { sampleKeys, sampleRecommendation } from '../service/sample/keys.ts';

export interface Welcome {
  url: string;
  /** Whether the store holds sample data. */
  sample: boolean;
  onLoopback: boolean;
  serviceUrl: URL | null;
}

const notesPath = `/sites/${sampleRecommendation.siteId}/timeline?recommendation=${sampleRecommendation.id}`;

const makeKey = 'Make an API key with: npm run keys -- create --name NAME';

const keyLines = (): string[] => {
  const width = Math.max(...sampleKeys.map(({ key }) => key.length));
  return sampleKeys.map(({ key, opens }) => `  ${key.padEnd(width)}  ${opens}`);
};

const dataLines = ({ sample, onLoopback, serviceUrl }: Welcome): string[] => {
  if (serviceUrl !== null) return [`API keys are those of the service at ${serviceUrl.href}`];
  if (!onLoopback) {
    return [
      'There is no sample data, since HOST is not a loopback address.',
      'Browsers keep a session over HTTPS only: let a proxy end TLS before this host.',
      makeKey,
    ];
  }
  if (!sample) return [makeKey];
  return [
    'The data is a sample, and invented. Sign in with one of these keys:',
    ...keyLines(),
    `Notes are tried at ${notesPath}`,
  ];
};

/** What a person reads at the start: where to go, and what opens it. */
export const welcome = (facts: Welcome): string[] => [
  `Sightline is at ${facts.url}`,
  ...dataLines(facts),
];

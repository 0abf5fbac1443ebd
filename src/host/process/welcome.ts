import { sampleKeys, sampleRecommendation } from '../../service/sample/keys.ts';

export interface Welcome {
  url: string;
  /** Whether the store holds sample data. */
  sample: boolean;
  /** Whether it holds other data. */
  ownData: boolean;
  onLoopback: boolean;
  serviceUrl: URL | null;
}

const notesPath = `/sites/${sampleRecommendation.siteId}/timeline?recommendation=${sampleRecommendation.id}`;

const makeKey = 'Make an API key with: npm run keys -- create --name NAME';

const keyLines = (): string[] => {
  const width = Math.max(...sampleKeys.map(({ key }) => key.length));
  return sampleKeys.map(({ key, opens }) => `  ${key.padEnd(width)}  ${opens}`);
};

const ownLines = (ownData: boolean): string[] =>
  ownData ? [makeKey] : ['There is no data yet. Import it with: npm run import -- FILE', makeKey];

const dataLines = ({ sample, ownData, onLoopback, serviceUrl }: Welcome): string[] => {
  if (serviceUrl !== null) return [`API keys are those of the service at ${serviceUrl.href}`];
  if (!onLoopback) {
    return [
      'There is no sample data, since HOST is not a loopback address.',
      'Browsers keep a session over HTTPS only: let a proxy end TLS before this host.',
      ...ownLines(ownData),
    ];
  }
  if (!sample) return ownLines(ownData);
  if (ownData) {
    const names = sampleKeys.map(({ key }) => key).join(', ');
    return [makeKey, `The invented sample data is still there as well. Its keys: ${names}`];
  }
  return [
    'The data is a sample, and invented. Sign in with one of these keys:',
    ...keyLines(),
    `To try notes, go to ${notesPath}`,
    'To see your own data, import it with: npm run import -- FILE',
  ];
};

/** What a person reads at the start: where to go, and what opens it. */
export const welcome = (facts: Welcome): string[] => [
  `Sightline is at ${facts.url}`,
  ...dataLines(facts),
];

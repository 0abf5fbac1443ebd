import { sampleKeys as allSampleKeys, sampleRecommendation } from '../../service/sample/keys.ts';

export interface Welcome {
  url: string;
  /** Sample keys that still work; empty without sample data. */
  sampleKeys: readonly string[];
  /** Whether the store holds data besides the sample. */
  ownData: boolean;
  onLoopback: boolean;
  serviceUrl: URL | null;
}

const notesPath = `/sites/${sampleRecommendation.siteId}/timeline?recommendation=${sampleRecommendation.id}`;

const createKey = 'Create an API key with: npm run keys -- create --name NAME';

const keyLines = (working: readonly string[]): string[] => {
  const width = Math.max(...working.map((key) => key.length));
  return allSampleKeys
    .filter(({ key }) => working.includes(key))
    .map(({ key, opens }) => `  ${key.padEnd(width)}  ${opens}`);
};

const ownLines = (ownData: boolean): string[] =>
  ownData
    ? [createKey]
    : ['There is no data yet. Import it with: npm run import -- FILE', createKey];

const dataLines = ({ sampleKeys, ownData, onLoopback, serviceUrl }: Welcome): string[] => {
  if (serviceUrl !== null) return [`Sign in with an API key of the service at ${serviceUrl.href}`];
  if (!onLoopback) {
    return [
      'There is no sample data, since HOST is not a loopback address.',
      'Browsers keep a session over HTTPS only: put a proxy that terminates TLS in front of this host.',
      ...ownLines(ownData),
    ];
  }
  if (sampleKeys.length === 0) return ownLines(ownData);
  if (ownData) {
    return [createKey, `The sample data is still there. Its keys: ${sampleKeys.join(', ')}`];
  }
  return [
    'This is invented sample data. Sign in with one of these keys:',
    ...keyLines(sampleKeys),
    `To try notes, go to ${notesPath}`,
    'To see your own data, import it with: npm run import -- FILE',
  ];
};

/** The lines printed at the start: where to go, and how to sign in. */
export const welcome = (options: Welcome): string[] => [
  `Sightline is running at ${options.url}`,
  ...dataLines(options),
];

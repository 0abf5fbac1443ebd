import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatLicenceList } from './licences.ts';

writeFileSync(resolve(import.meta.dirname, '../../docs/licences.md'), formatLicenceList());

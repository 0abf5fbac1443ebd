import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { licenceList } from './licences.ts';

writeFileSync(resolve(import.meta.dirname, '../../docs/licences.md'), licenceList());

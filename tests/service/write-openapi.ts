import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { sightlineOpenApiDocument } from '../../src/contract/sightline/openapi.ts';

const write = (name: string, document: object) =>
  writeFileSync(
    join(import.meta.dirname, '../../docs', name),
    `${JSON.stringify(document, null, 2)}\n`,
  );
write('openapi.json', openApiDocument());
write('openapi-sightline.json', sightlineOpenApiDocument());

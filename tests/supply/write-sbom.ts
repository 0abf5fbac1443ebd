import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { readLockedPackages } from './licences.ts';

const Bill = v.looseObject({
  components: v.array(
    v.looseObject({
      name: v.string(),
      version: v.string(),
      scope: v.string(),
      properties: v.array(v.looseObject({ name: v.string() })),
    }),
  ),
});

const output = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
  cwd: resolve(import.meta.dirname, '../..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const bill = v.parse(Bill, JSON.parse(output));
const shippedVersions = new Set(
  readLockedPackages()
    .filter(({ isShipped }) => isShipped)
    .map(({ name, version }) => `${name}@${version}`),
);
const isDevelopmentMark = ({ name }: { name: string }) => name === 'cdx:npm:package:development';
for (const component of bill.components) {
  const { name, version, properties } = component;
  // npm also marks the dashboard's packages, because they are installed only to be bundled.
  if (shippedVersions.has(`${name}@${version}`) && properties.some(isDevelopmentMark)) {
    component.properties = properties.filter((property) => !isDevelopmentMark(property));
    component.scope = 'required';
  }
}
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);

// Preloaded by the npm scripts. Without this check, an older Node fails with a message about the extension .ts. Written
// so that any Node can run it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  process.stderr.write(
    `Sightline needs Node 24.2 or newer, and this is ${process.version}: run "npm rebuild node --ignore-scripts=false" to install its own Node, or put a newer one first in PATH.\n`,
  );
  process.exit(1);
}

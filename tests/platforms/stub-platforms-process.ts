import { StubPlatforms } from './stub-platforms.ts';
import { originOf, serveStubPlatforms } from './stub-server.ts';

// Prints where the stubs listen, and ends when its input does.
const server = await serveStubPlatforms(new StubPlatforms());
process.stdout.write(`${originOf(server)}\n`);
process.stdin.resume().on('end', () => process.exit());

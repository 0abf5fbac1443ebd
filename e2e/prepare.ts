import { prepareSampleFolder } from '../tests/setup/sample-folder.ts';

// Playwright calls the default export before the tests, and what it returns after them.
export default prepareSampleFolder;

/** Whether `npm run soak` runs the tests, with the cases and repetitions that the other commands leave out. */
export const isSoak = process.env['SOAK'] === '1';

/** Returns the first number in `npm test` and `npm run test:all`, and the second in `npm run soak`. */
export const chooseRepetitions = (usual: number, soak: number): number => (isSoak ? soak : usual);

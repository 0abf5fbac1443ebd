/** Whether `npm run soak` runs the tests: with every case and repetition, also those that `npm run test:all` leaves out. */
export const isSoak = process.env['SOAK'] === '1';

/** A number of repetitions: the first in `npm test` and `npm run test:all`, the second in `npm run soak`. */
export const repetitions = (usual: number, soak: number): number => (isSoak ? soak : usual);

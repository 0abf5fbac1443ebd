import * as v from 'valibot';

const arrayOf = <T>(isItem: (item: unknown) => item is T) =>
  v.custom<T[]>((input) => Array.isArray(input) && input.every(isItem));

/** An array of numbers, checked in a single loop since there may be a hundred thousand. */
export const Numbers = arrayOf((item) => typeof item === 'number');
/** An array of strings, checked in a single loop like `Numbers`. */
export const Strings = arrayOf((item) => typeof item === 'string');

/** A column of a result; empty if missing, since the engine leaves out all columns of a result without rows. */
export const columnOf = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), []);

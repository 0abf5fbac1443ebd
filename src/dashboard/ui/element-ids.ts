/** IDs of elements that a part of the page other than their own looks for. */
export const elementIds = {
  /** The field that finds an item of a list. */
  findInList: 'find-in-list',
} as const;

/** Keeps a name's direction of writing from affecting the text around it. For text that cannot have a `<bdi>`. */
export const isolate = (name: string): string => `\u2068${name}\u2069`;

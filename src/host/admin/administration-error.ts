/** What an operator wants that cannot be done that way: the message names the thing and what to do. */
export class AdministrationError extends Error {
  override name = 'AdministrationError';
}

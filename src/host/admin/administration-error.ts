/** A command that cannot be carried out: the message says why and what to do. */
export class AdministrationError extends Error {
  override name = 'AdministrationError';
}

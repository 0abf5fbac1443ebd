/** Thrown if a command cannot be carried out. The message tells the operator why. */
export class AdministrationError extends Error {
  override name = 'AdministrationError';
}

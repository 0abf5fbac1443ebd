/** Thrown if a command cannot be carried out. The message explains why to the operator. */
export class AdministrationError extends Error {
  override name = 'AdministrationError';
}

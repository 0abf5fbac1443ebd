/** What a platform said, as a quotation: somebody else's text, in any language and direction. */
export function Said({ message }: { message: string }) {
  return (
    <q>
      <bdi>{message}</bdi>
    </q>
  );
}

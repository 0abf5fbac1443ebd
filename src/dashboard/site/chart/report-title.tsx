/**
 * Whose figures are shown, if known, and the metric and grouping: "Acme · Visibility by platform".
 * @param ownerName see `ownerOfFigures`, which isolates names. A `<bdi>` would take the direction of all of “A and others”
 * from the name in it.
 */
export const ReportTitle = ({ ownerName, name }: { ownerName: string | null; name: string }) =>
  ownerName === null ? name : `${ownerName} · ${name}`;

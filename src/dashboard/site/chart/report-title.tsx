/** Whose figures are shown, if known, and the metric and grouping: "Acme · Visibility by platform". */
export function ReportTitle({ ownerName, name }: { ownerName: string | null; name: string }) {
  return (
    <>
      {ownerName !== null && (
        <>
          <bdi>{ownerName}</bdi> ·{' '}
        </>
      )}
      {name}
    </>
  );
}

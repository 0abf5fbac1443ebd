/** "Acme · Visibility by platform": whose figures, which metric, which grouping. */
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

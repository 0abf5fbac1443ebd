/** "Acme · Visibility by platform": whose figures, which metric, which grouping. */
export function ReportTitle({ who, name }: { who: string | null; name: string }) {
  return (
    <>
      {who !== null && (
        <>
          <bdi>{who}</bdi> ·{' '}
        </>
      )}
      {name}
    </>
  );
}

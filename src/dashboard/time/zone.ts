export const msPerHour = 3_600_000;

/** The zone of the viewer's device. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

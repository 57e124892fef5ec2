/** 'HH:mm' of a minute of the day. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** May the patient still change or cancel? Later than so many hours before the visit only the clinic does. */
export const mayStillChange = (start: Date, now: Date, leadHours: number): boolean =>
  start.getTime() - now.getTime() >= leadHours * 3_600_000 && start > now

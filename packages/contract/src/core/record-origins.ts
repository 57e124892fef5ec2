import { recordKinds, type RecordType } from './record-kinds.ts'

/** What a record tells of: a visit, a visit that was not written at its time, or advice by telephone. */
export const recordOriginNames = { visit: '就诊', late: '补录', phone: '电话' } as const
export type RecordOrigin = keyof typeof recordOriginNames

/** Without a time only the day is known, and the moment is its beginning. */
export const dayAlone = (moment: string): boolean => moment.slice(11, 16) === '00:00'

/** When a record's visit was, as it is read: without a time where only the day is known. */
export const visitWords = (origin: RecordOrigin, moment: string): string =>
  origin !== 'visit' && dayAlone(moment) ? moment.slice(0, 10) : moment.slice(0, 16)

/** 初诊, 复诊; 初诊 补录; 电话; 牙周 复诊. */
export function recordKindWords({
  origin,
  visitKind,
  recordType = 1,
}: {
  origin: RecordOrigin
  visitKind: number
  recordType?: RecordType
}): string {
  if (origin === 'phone') return recordOriginNames.phone
  const kind = visitKind === 2 ? '复诊' : '初诊'
  return [recordKinds[recordType].short, kind, origin === 'late' && recordOriginNames.late].filter(Boolean).join(' ')
}

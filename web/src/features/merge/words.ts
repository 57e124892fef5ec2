/** '2026-11-20 10:42' */
export const minute = (moment: string): string => moment.slice(0, 16)

/** What a file has been through: '就诊 3 次，最近 2026-10-30' */
export const visitsOf = (file: { visitCount: number; lastVisitAt: string | null }): string =>
  file.visitCount === 0 ? '没有就诊' : `就诊 ${file.visitCount} 次，最近 ${file.lastVisitAt?.slice(0, 10) ?? '—'}`

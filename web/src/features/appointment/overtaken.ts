import { dayText } from '@dentin/kit/date-text'
import { appointment } from '@dentin/contract/appointment'
import { formatDateTime } from '@dentin/kit/datetime'
import { useState } from 'react'
import { teethWords } from '../../domain/teeth.ts'
import { type ApiError, send } from '../../lib/client.ts'
import { shortMoment } from '../../lib/when.ts'
import { statusOf, toast } from '../../ui/index.ts'
import { spanOf, spanText, wireDate, type Detail } from './model.ts'

/** What somebody else saved while a form was open. */
export interface Overtaken {
  now: Detail
  changedBy: string
  changedAt: string
}

/** Reads what somebody else saved, when a write was refused for it. */
export function useOvertaken(id: string) {
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const heed = async (error: ApiError): Promise<void> => {
    if (!error.isConflict) return
    try {
      const now = await send(appointment.get, { id })
      const said = (error.data ?? {}) as { changedBy?: string; changedAt?: string | null }
      setOvertaken({
        now,
        changedBy: said.changedBy ?? '',
        changedAt: said.changedAt ? shortMoment(formatDateTime(new Date(said.changedAt))) : '',
      })
    } catch (failed) {
      toast.error(failed instanceof Error ? failed.message : '没有读到对方的修改，请重试')
    }
  }
  return { overtaken, heed, drop: () => setOvertaken(null) }
}

/** '11月23日 周一 09:00–09:30' */
export const timeWords = (row: Pick<Detail, 'startTime' | 'endTime'>): string => {
  const { start, end } = spanOf(row)
  return `${dayText(wireDate(row.startTime))} ${spanText(start, end)}`
}

type Side = Partial<Detail> & Pick<Detail, 'startTime' | 'endTime'>
const stood: readonly [string, (row: Side) => string | undefined][] = [
  ['时间', (row) => (row.parkedTime ? '待安排' : timeWords(row))],
  ['医生', (row) => row.doctorName],
  ['诊椅', (row) => (row.chairName === undefined ? undefined : (row.chairName ?? ''))],
  ['状态', (row) => (row.status === undefined ? undefined : statusOf('appointment', row.status).label)],
  ['内容', (row) => row.title],
  ['牙位', (row) => (row.teeth === undefined ? undefined : teethWords(row.teeth))],
  ['护士', (row) => row.nurseName],
  ['咨询师', (row) => row.consultantName],
  ['内部备注', (row) => row.remark],
  ['给患者的备注', (row) => row.visibleRemark],
]

/** What else is different now from what was open, of the things that the form itself does not hold. */
export function changedBeside(base: Side, now: Detail, except: readonly string[]) {
  return stood.flatMap(([label, words]) => {
    const [from, to] = [words(base), words(now)]
    return from === undefined || to === undefined || from === to || except.includes(label) ? [] : [{ label, from, to }]
  })
}

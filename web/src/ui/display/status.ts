import type { Stage } from '@dentin/contract/core/states'
import {
  appointmentStates,
  billStates,
  followUpStates,
  recordStates,
  registrationStates,
  remindStates,
} from '@dentin/contract/core/status'
import type { StatusShape } from '../icon/StatusIcon.tsx'

/** Colour families of tags and cards; the token names follow them (`--booked`, `--booked-bg`, `--booked-border`). */
export type Tone = 'muted' | 'booked' | 'confirmed' | 'wait' | 'chair' | 'done' | 'danger' | 'brand' | 'member'

interface Look {
  tone: Tone
  shape: StatusShape
}
export interface StatusLook extends Look {
  label: string
}

/** What a stage looks like, whatever it is a stage of. */
const looks: Readonly<Record<Stage, Look>> = {
  open: { tone: 'muted', shape: 'dashed' },
  due: { tone: 'booked', shape: 'ring' },
  ready: { tone: 'confirmed', shape: 'dot' },
  waiting: { tone: 'wait', shape: 'half' },
  underWay: { tone: 'chair', shape: 'threeQuarter' },
  unsettled: { tone: 'done', shape: 'open' },
  done: { tone: 'done', shape: 'check' },
  filed: { tone: 'muted', shape: 'check' },
  reopened: { tone: 'chair', shape: 'half' },
  owing: { tone: 'danger', shape: 'half' },
  partBack: { tone: 'muted', shape: 'half' },
  running: { tone: 'booked', shape: 'threeQuarter' },
  late: { tone: 'danger', shape: 'half' },
  ended: { tone: 'muted', shape: 'cross' },
  away: { tone: 'muted', shape: 'slash' },
}

const kinds = {
  appointment: appointmentStates,
  registration: registrationStates,
  bill: billStates,
  record: recordStates,
  followUp: followUpStates,
  remind: remindStates,
}

/** Things that have a status on the screen. */
export type StatusKind = keyof typeof kinds

/** A table of states, as far as it is shown: that of a feature stays with the feature's pages. */
export interface StateTable {
  readonly names: Readonly<Record<number, string>>
  readonly stages: Readonly<Record<number, Stage>>
}

/** Word, colour and shape of a status number; the numbers are those of the wire. An unknown number reads 未知. */
export function statusOf(kind: StatusKind | StateTable, value: number): StatusLook {
  const { names, stages } = typeof kind === 'string' ? kinds[kind] : kind
  return { label: names[value] ?? '未知', ...looks[stages[value] ?? 'open'] }
}

/** An appointment as it stands; of who has left the chair what the visit waits for. */
export const appointmentLook = (card: { status: number; visitStatus?: number | null }): StatusLook =>
  card.visitStatus ? statusOf('registration', card.visitStatus) : statusOf('appointment', card.status)

/** All statuses of a kind in the order of their numbers, for filters and legends. */
export function statusList(kind: StatusKind): (StatusLook & { value: number })[] {
  return Object.keys(kinds[kind].names).map((key) => ({ value: Number(key), ...statusOf(kind, Number(key)) }))
}

import { FOLLOW_UP_STATUSES, REMIND_STATUSES } from '@dentin/contract/core/follow-up-words'
import {
  appointmentStatusNames,
  billStatusNames,
  recordStatusNames,
  registrationStatusNames,
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

/** How far something has come looks the same, whatever it is. */
const { open, due, ready, waiting, underWay, unsettled, done, ended, away } = {
  open: { tone: 'muted', shape: 'dashed' },
  due: { tone: 'booked', shape: 'ring' },
  ready: { tone: 'confirmed', shape: 'dot' },
  waiting: { tone: 'wait', shape: 'half' },
  underWay: { tone: 'chair', shape: 'threeQuarter' },
  /** Done, and something is still to be settled. */
  unsettled: { tone: 'done', shape: 'open' },
  done: { tone: 'done', shape: 'check' },
  ended: { tone: 'muted', shape: 'cross' },
  away: { tone: 'muted', shape: 'slash' },
} satisfies Record<string, Look>

const kinds = {
  appointment: {
    names: appointmentStatusNames,
    looks: [open, due, ready, waiting, underWay, done, ended, away, ended, away],
  },
  registration: {
    names: registrationStatusNames,
    looks: { 1: waiting, 2: ready, 3: underWay, 4: unsettled, 5: done, 6: done, 7: ended, 8: away, 9: away },
  },
  bill: {
    names: billStatusNames,
    looks: {
      0: open,
      1: due,
      2: { tone: 'danger', shape: 'half' },
      3: done,
      4: { tone: 'muted', shape: 'half' },
      5: ended,
      6: { tone: 'booked', shape: 'threeQuarter' },
      7: away,
      8: away,
      9: ended,
    },
  },
  record: {
    names: recordStatusNames,
    looks: {
      0: open,
      1: due,
      2: done,
      3: { tone: 'muted', shape: 'check' },
      4: { tone: 'chair', shape: 'half' },
      9: ended,
    },
  },
  followUp: {
    names: FOLLOW_UP_STATUSES,
    looks: { 0: due, 1: done, 2: waiting, 3: { tone: 'danger', shape: 'half' }, 4: ended },
  },
  remind: { names: REMIND_STATUSES, looks: { 0: due, 1: waiting, 2: done, 3: ended } },
} satisfies Record<string, { names: Readonly<Record<number, string>>; looks: Readonly<Record<number, Look>> }>

/** Things that have a status on the screen. */
export type StatusKind = keyof typeof kinds

/** Word, colour and shape of a status number; the numbers are those of the wire. An unknown number reads 未知. */
export function statusOf(kind: StatusKind, value: number): StatusLook {
  const { names, looks: own } = kinds[kind] as { names: Record<number, string>; looks: Record<number, Look> }
  return { label: names[value] ?? '未知', ...(own[value] ?? open) }
}

/** An appointment as it stands; of who has left the chair what the visit waits for. */
export const appointmentLook = (card: { status: number; visitStatus?: number | null }): StatusLook =>
  card.visitStatus ? statusOf('registration', card.visitStatus) : statusOf('appointment', card.status)

/** All statuses of a kind in the order of their numbers, for filters and legends. */
export function statusList(kind: StatusKind): (StatusLook & { value: number })[] {
  return Object.keys(kinds[kind].names).map((key) => ({ value: Number(key), ...statusOf(kind, Number(key)) }))
}

import type { StatusShape } from '../icon/StatusIcon.tsx'

/** Colour families of tags and cards; the token names follow them (`--booked`, `--booked-bg`, `--booked-border`). */
export type Tone = 'muted' | 'booked' | 'confirmed' | 'wait' | 'chair' | 'done' | 'danger' | 'brand' | 'member'

export interface StatusLook {
  label: string
  tone: Tone
  shape: StatusShape
}

const table = {
  appointment: {
    0: { label: '待确认', tone: 'muted', shape: 'dashed' },
    1: { label: '已预约', tone: 'booked', shape: 'ring' },
    2: { label: '已确认', tone: 'confirmed', shape: 'dot' },
    3: { label: '已到店', tone: 'wait', shape: 'half' },
    4: { label: '就诊中', tone: 'chair', shape: 'threeQuarter' },
    5: { label: '已完成', tone: 'done', shape: 'check' },
    6: { label: '已取消', tone: 'muted', shape: 'cross' },
    7: { label: '走诊', tone: 'muted', shape: 'slash' },
    8: { label: '已拒绝', tone: 'muted', shape: 'cross' },
    9: { label: '爽约', tone: 'muted', shape: 'slash' },
  },
  registration: {
    1: { label: '候诊', tone: 'wait', shape: 'half' },
    2: { label: '已叫号', tone: 'confirmed', shape: 'dot' },
    3: { label: '就诊中', tone: 'chair', shape: 'threeQuarter' },
    4: { label: '待收费', tone: 'booked', shape: 'ring' },
    5: { label: '已收费', tone: 'done', shape: 'check' },
    6: { label: '已离开', tone: 'done', shape: 'check' },
    7: { label: '已退号', tone: 'muted', shape: 'cross' },
    8: { label: '已转出', tone: 'muted', shape: 'slash' },
    9: { label: '过号', tone: 'muted', shape: 'slash' },
  },
  bill: {
    0: { label: '草稿', tone: 'muted', shape: 'dashed' },
    1: { label: '待收费', tone: 'booked', shape: 'ring' },
    2: { label: '部分支付', tone: 'danger', shape: 'half' },
    3: { label: '已付清', tone: 'done', shape: 'check' },
    4: { label: '部分退款', tone: 'muted', shape: 'half' },
    5: { label: '全额退款', tone: 'muted', shape: 'cross' },
    6: { label: '支付中', tone: 'booked', shape: 'threeQuarter' },
    7: { label: '收费撤销', tone: 'muted', shape: 'slash' },
    8: { label: '已撤回', tone: 'muted', shape: 'slash' },
    9: { label: '已作废', tone: 'muted', shape: 'cross' },
  },
  record: {
    0: { label: '草稿', tone: 'muted', shape: 'dashed' },
    1: { label: '已提交', tone: 'booked', shape: 'ring' },
    2: { label: '已签名', tone: 'done', shape: 'check' },
    3: { label: '已归档', tone: 'muted', shape: 'check' },
    4: { label: '修订中', tone: 'chair', shape: 'half' },
    9: { label: '已删除', tone: 'muted', shape: 'cross' },
  },
} satisfies Record<string, Record<number, StatusLook>>

/** Things that have a status on the screen. */
export type StatusKind = keyof typeof table

const unknown: StatusLook = { label: '未知', tone: 'muted', shape: 'dashed' }

/** Word, colour and shape of a status number; the numbers are those of the wire. An unknown number reads 未知. */
export function statusOf(kind: StatusKind, value: number): StatusLook {
  return (table[kind] as Record<number, StatusLook>)[value] ?? unknown
}

/** All statuses of a kind in the order of their numbers, for filters and legends. */
export function statusList(kind: StatusKind): (StatusLook & { value: number })[] {
  return Object.entries(table[kind]).map(([value, look]) => ({ value: Number(value), ...(look as StatusLook) }))
}

import { addDays, today } from '@dentin/kit/datetime'
import { useCan } from '../../lib/permission.ts'
import { pageCodecs } from '../../ui/heavy.ts'
import { urlEnum, urlOptional, urlText, useUrlState } from '../../ui/index.ts'
import type { ListQuery } from './hooks.ts'

export const tabKeys = ['all', 'absent', 'arrears', 'birthday'] as const
export type TabKey = (typeof tabKeys)[number]
const sortKeys = ['lastVisit', 'created', 'name', 'arrears'] as const

/** Everything of the list that stands in the address. */
const codecs = {
  tab: urlEnum(tabKeys, 'all'),
  q: urlText(),
  doctor: urlOptional,
  source: urlOptional,
  gender: urlOptional,
  ageFrom: urlOptional,
  ageTo: urlOptional,
  visitFrom: urlOptional,
  visitTo: urlOptional,
  absent: urlOptional,
  owes: urlOptional,
  month: urlOptional,
  archived: urlOptional,
  sort: urlEnum(sortKeys, 'lastVisit'),
  order: urlEnum(['asc', 'desc'], 'desc'),
  ...pageCodecs,
  open: urlOptional,
  edit: urlOptional,
}

type State = ReturnType<typeof useUrlState<typeof codecs>>[0]

/** The state of the list. Whoever may not see amounts does not ask for them, whatever the address says. */
export function useListState() {
  const [state, set] = useUrlState(codecs)
  return [useCan()('/field:amounts') ? state : withoutAmounts(state), set] as const
}
export type ListState = State
export type ListPatch = Partial<ListState>

function withoutAmounts(state: State): State {
  return {
    ...state,
    tab: state.tab === 'arrears' ? 'all' : state.tab,
    sort: state.sort === 'arrears' ? 'lastVisit' : state.sort,
    owes: null,
  }
}

const numberOf = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null)
const dayOf = (text: string | null): string | null => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null)

/** What the server is asked for. */
export function queryOf(state: ListState): ListQuery {
  const gender = numberOf(state.gender)
  return {
    keyword: state.q,
    gender: gender === 0 || gender === 1 || gender === 2 ? gender : null,
    ageFrom: numberOf(state.ageFrom),
    ageTo: numberOf(state.ageTo),
    respDoctorId: state.doctor,
    sourceId: state.source,
    lastVisitFrom: dayOf(state.visitFrom),
    lastVisitTo: dayOf(state.visitTo),
    absentDays: state.tab === 'absent' ? 180 : numberOf(state.absent),
    hasArrears: state.tab === 'arrears',
    arrearsOver: numberOf(state.owes) === null ? null : String(numberOf(state.owes)),
    birthMonth: state.tab === 'birthday' ? Number(today(new Date()).slice(5, 7)) : numberOf(state.month),
    status: state.archived === '1' ? 1 : 0,
    pageNum: state.page,
    pageSize: state.size,
    sort: state.sort,
    order: state.order,
  }
}

export interface ActiveFilter {
  key: string
  text: string
  /** The change that takes the filter away. */
  clear: ListPatch
}

const range = (from: string | null, to: string | null, unit = '') =>
  from && to ? `${from}–${to}${unit}` : from ? `${from}${unit} 起` : `${to ?? ''}${unit} 止`

/** The filters in force, as chips say them. Doctor and source stand in their own controls. */
export function activeFilters(state: ListState): ActiveFilter[] {
  const found: (ActiveFilter | false | null)[] = [
    state.q !== '' && { key: 'q', text: `含“${state.q}”`, clear: { q: '' } },
    numberOf(state.gender) !== null && {
      key: 'gender',
      text: ['男', '女', '性别未知'][Number(state.gender)] ?? '',
      clear: { gender: null },
    },
    (state.ageFrom ?? state.ageTo) !== null && {
      key: 'age',
      text: `年龄 ${range(state.ageFrom, state.ageTo, ' 岁')}`,
      clear: { ageFrom: null, ageTo: null },
    },
    (state.visitFrom ?? state.visitTo) !== null && {
      key: 'visit',
      text: `最近就诊 ${range(state.visitFrom, state.visitTo)}`,
      clear: { visitFrom: null, visitTo: null },
    },
    state.tab !== 'absent' &&
      numberOf(state.absent) !== null && { key: 'absent', text: `${state.absent} 天未到`, clear: { absent: null } },
    numberOf(state.owes) !== null && { key: 'owes', text: `欠费 大于 ${state.owes}`, clear: { owes: null } },
    state.tab !== 'birthday' &&
      numberOf(state.month) !== null && { key: 'month', text: `${state.month} 月生日`, clear: { month: null } },
    state.archived === '1' && { key: 'archived', text: '已归档', clear: { archived: null } },
  ]
  return found.filter((each) => each !== false && each !== null)
}

export const noFilters: ListPatch = {
  q: '',
  doctor: null,
  source: null,
  gender: null,
  ageFrom: null,
  ageTo: null,
  visitFrom: null,
  visitTo: null,
  absent: null,
  owes: null,
  month: null,
  archived: null,
  page: 1,
}

/** The spans offered for the last visit, ending today. */
export const visitSpans = [
  { value: 0, label: '今天就诊' },
  { value: 6, label: '近 7 天就诊' },
  { value: 29, label: '近 30 天就诊' },
  { value: 89, label: '近 90 天就诊' },
]

/** A span as days of the address, and back (null: another range, or none). */
export function spanDays(days: number | null): ListPatch {
  const on = today(new Date())
  return days === null ? { visitFrom: null, visitTo: null } : { visitFrom: addDays(on, -days), visitTo: on }
}
export function spanOf(state: ListState): number | null {
  const on = today(new Date())
  if (state.visitTo !== on || state.visitFrom === null) return null
  return visitSpans.find((each) => addDays(on, -each.value) === state.visitFrom)?.value ?? null
}

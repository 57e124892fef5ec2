import { fileStates } from '@dentin/contract/core/status'
import { patientTypeNames } from '@dentin/contract/patient'
import type { KeptFilter } from '@dentin/contract/patient-filter'
import { addDays } from '@dentin/kit/datetime'
import { genderWord } from '../../domain/person.ts'
import { useCan } from '../../lib/permission.ts'
import { pageCodecs } from '../../ui/heavy.ts'
import { urlEnum, urlList, urlOptional, urlText, useUrlState } from '../../ui/index.ts'
import type { ListQuery } from './hooks.ts'
import { presentDay } from '../../lib/present.ts'

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
  birthFrom: urlOptional,
  birthTo: urlOptional,
  firstFrom: urlOptional,
  firstTo: urlOptional,
  groups: urlList,
  tags: urlList,
  items: urlList,
  diagnosis: urlText(),
  kind: urlOptional,
  owing: urlOptional,
  // 1: only archived files; all: those too
  archived: urlOptional,
  // the saved filter that was chosen
  saved: urlOptional,
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
    owing: null,
  }
}

const numberOf = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null)
const dayOf = (text: string | null): string | null => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null)

const monthDayOf = (text: string | null): string | null => (text !== null && /^\d{2}-\d{2}$/.test(text) ? text : null)
const oneOfThese = <const T extends readonly number[]>(text: string | null, values: T): T[number] | null =>
  values.find((value) => value === numberOf(text)) ?? null

/** The conditions in force, of the tab as well: what is asked for, kept as a filter, or made the rule of a group. */
export function conditionsOf(state: ListState): ListConditions {
  return {
    keyword: state.q,
    gender: oneOfThese(state.gender, [0, 1, 2]),
    ageFrom: numberOf(state.ageFrom),
    ageTo: numberOf(state.ageTo),
    birthdayFrom: monthDayOf(state.birthFrom),
    birthdayTo: monthDayOf(state.birthTo),
    birthMonth: numberOf(state.month),
    sourceId: state.source,
    groupIds: state.groups,
    tags: state.tags,
    respDoctorId: state.doctor,
    firstVisitFrom: dayOf(state.firstFrom),
    firstVisitTo: dayOf(state.firstTo),
    lastVisitFrom: dayOf(state.visitFrom),
    lastVisitTo: dayOf(state.visitTo),
    absentDays: state.tab === 'absent' ? 180 : numberOf(state.absent),
    hasArrears: state.tab === 'arrears' || state.owing === '1',
    arrearsOver: numberOf(state.owes) === null ? null : String(numberOf(state.owes)),
    diagnosis: state.diagnosis,
    tariffIds: state.items,
    patientType: oneOfThese(state.kind, [1, 2, 3, 4, 5, 6]),
    status: state.archived === '1' ? 1 : 0,
    withArchived: state.archived === 'all',
  }
}
export type ListConditions = Omit<ListQuery, 'pageNum' | 'pageSize' | 'sort' | 'order' | 'today'>

const textOf = (value: number | null): string | null => (value === null ? null : String(value))
/** Kept conditions as the address has them. */
export function patchOf(kept: KeptFilter): ListPatch {
  return {
    ...noFilters,
    q: kept.keyword,
    gender: textOf(kept.gender),
    ageFrom: textOf(kept.ageFrom),
    ageTo: textOf(kept.ageTo),
    birthFrom: kept.birthdayFrom,
    birthTo: kept.birthdayTo,
    month: textOf(kept.birthMonth),
    source: kept.sourceId,
    groups: kept.groupIds,
    tags: kept.tags,
    doctor: kept.respDoctorId,
    firstFrom: kept.firstVisitFrom,
    firstTo: kept.firstVisitTo,
    visitFrom: kept.lastVisitFrom,
    visitTo: kept.lastVisitTo,
    absent: textOf(kept.absentDays),
    owing: kept.hasArrears ? '1' : null,
    owes: kept.arrearsOver === null ? null : kept.arrearsOver.replace(/\.00$/, ''),
    diagnosis: kept.diagnosis,
    items: kept.tariffIds,
    kind: textOf(kept.patientType),
    archived: fileStates.is(kept.status, 'archived') ? '1' : kept.withArchived ? 'all' : null,
  }
}

/** What the server is asked for. */
export function queryOf(state: ListState): ListQuery {
  return {
    ...conditionsOf(state),
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

/** Names of what a filter has only the ids of. */
export interface FilterNames {
  group?: (id: string) => string | undefined
  tariff?: (id: string) => string | undefined
}

const range = (from: string | null, to: string | null, unit = '') =>
  from && to ? `${from}–${to}${unit}` : from ? `${from}${unit} 起` : `${to ?? ''}${unit} 止`

/** The filters in force, as chips say them. Doctor and source stand in their own controls. */
export function activeFilters(state: ListState, names: FilterNames = {}): ActiveFilter[] {
  const listed = (ids: readonly string[], nameOf: ((id: string) => string | undefined) | undefined) =>
    ids.map((id) => nameOf?.(id) ?? '…').join('、')
  const found: (ActiveFilter | false | null)[] = [
    state.q !== '' && { key: 'q', text: `含“${state.q}”`, clear: { q: '' } },
    numberOf(state.gender) !== null && {
      key: 'gender',
      text: genderWord(Number(state.gender)) || '性别未知',
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
    (monthDayOf(state.birthFrom) ?? monthDayOf(state.birthTo)) !== null && {
      key: 'birth',
      text: `生日 ${range(state.birthFrom, state.birthTo)}`,
      clear: { birthFrom: null, birthTo: null },
    },
    (dayOf(state.firstFrom) ?? dayOf(state.firstTo)) !== null && {
      key: 'first',
      text: `初诊 ${range(state.firstFrom, state.firstTo)}`,
      clear: { firstFrom: null, firstTo: null },
    },
    state.groups.length > 0 && {
      key: 'groups',
      text: `分组 ${listed(state.groups, names.group)}`,
      clear: { groups: [] },
    },
    state.tags.length > 0 && { key: 'tags', text: `标签 ${state.tags.join('、')}`, clear: { tags: [] } },
    state.items.length > 0 && {
      key: 'items',
      text: `做过 ${listed(state.items, names.tariff)}`,
      clear: { items: [] },
    },
    state.diagnosis !== '' && { key: 'diagnosis', text: `诊断含“${state.diagnosis}”`, clear: { diagnosis: '' } },
    oneOfThese(state.kind, [1, 2, 3, 4, 5, 6]) !== null && {
      key: 'kind',
      text: patientTypeNames[Number(state.kind)] ?? '',
      clear: { kind: null },
    },
    state.tab !== 'arrears' && state.owing === '1' && { key: 'owing', text: '有欠费', clear: { owing: null } },
    state.archived === '1' && { key: 'archived', text: '已归档', clear: { archived: null } },
    state.archived === 'all' && { key: 'archived', text: '含已归档', clear: { archived: null } },
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
  birthFrom: null,
  birthTo: null,
  firstFrom: null,
  firstTo: null,
  groups: [],
  tags: [],
  items: [],
  diagnosis: '',
  kind: null,
  owing: null,
  archived: null,
  saved: null,
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
  const on = presentDay()
  return days === null ? { visitFrom: null, visitTo: null } : { visitFrom: addDays(on, -days), visitTo: on }
}
export function spanOf(state: ListState): number | null {
  const on = presentDay()
  if (state.visitTo !== on || state.visitFrom === null) return null
  return visitSpans.find((each) => addDays(on, -each.value) === state.visitFrom)?.value ?? null
}

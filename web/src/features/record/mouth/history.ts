import { drawnMarks, foldMouth, type ChartEntry, type MouthMark } from '@dentin/clinical/mouth'
import { isToothRegion, parseTeeth, surfaceText } from '@dentin/clinical/teeth'
import { markLayer, toothCondition, type ToothLayer, type ToothMark } from '@dentin/clinical/tooth-conditions'
import type { WireOutput } from '@dentin/contract/core/call'
import type { record } from '@dentin/contract/record'
import { addDays, formatDate, formatTime, parseDate, parseDateTime } from '@dentin/kit/datetime'

export type MouthHistory = WireOutput<typeof record.mouth>
export type ToothVisit = MouthHistory['records'][number]

/** day: with everything that is known today; known: as the records stood at the end of that day. */
export type Question = 'day' | 'known'

/** The entries of a history as the fold takes them. */
export const entriesOf = ({ entries }: MouthHistory): ChartEntry[] =>
  entries.map((entry) => ({
    ...entry,
    recordId: entry.recordId ?? '',
    visitAt: parseDateTime(entry.visitAt).getTime(),
    signedAt: parseDateTime(entry.signedAt).getTime(),
    knownFrom: parseDateTime(entry.knownFrom).getTime(),
    knownTo: entry.knownTo === null ? null : parseDateTime(entry.knownTo).getTime(),
  }))

const dayOf = (moment: number): string => formatDate(new Date(moment))
const endOf = (day: string): number => parseDate(addDays(day, 1)).getTime() - 1

/** Whether an entry answers a question at all: what was taken back is part of what was once known. */
const counts = (question: Question) => (entry: ChartEntry) => question === 'known' || entry.knownTo === null

/** A moment at which a mouth became another: a visit, or a day on which something was added or taken back. */
export interface Stop {
  /** The day; with the time of the visit where the day has several. */
  key: string
  day: string
  /** Visits behind this moment and up to the other one are what happened here. */
  from: number
  at: number
}

/** A day as one stop. */
export const wholeDay = (day: string): Stop => ({ key: day, day, from: parseDate(day).getTime() - 1, at: endOf(day) })
const stopOf = (when: string | Stop): Stop => (typeof when === 'string' ? wholeDay(when) : when)

/** The stops of a day whose visits began at these moments; the last one holds until its end. */
function stopsOfDay(day: string, visits: readonly number[]): Stop[] {
  const whole = wholeDay(day)
  if (visits.length < 2) return [whole]
  return visits.map((visitAt, n) => ({
    key: `${day} ${formatTime(new Date(visitAt))}`,
    day,
    from: n === 0 ? whole.from : visitAt - 1,
    at: (visits[n + 1] ?? whole.at + 1) - 1,
  }))
}

/**
 * Where a mouth changed, the first one first: the visits that charted something. As far as it was known then, a visit counts
 * once something of it was signed that day; and so do the days on which something was signed late, amended or deleted.
 */
export function stopsOf(entries: readonly ChartEntry[], question: Question): Stop[] {
  const visits = new Map<string, number[]>()
  const put = (day: string, visitAt?: number) => {
    const own = visits.get(day) ?? []
    visits.set(day, visitAt === undefined || own.includes(visitAt) ? own : [...own, visitAt])
  }
  for (const entry of entries.filter(counts(question))) {
    const { visitAt, knownFrom, knownTo } = entry
    const day = dayOf(visitAt)
    if (question === 'day' || knownFrom <= endOf(day)) put(day, visitAt)
    if (question === 'day' || isBrief(entry)) continue
    put(dayOf(Math.max(visitAt, knownFrom)))
    if (knownTo !== null) put(dayOf(knownTo))
  }
  return [...visits]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([day, own]) =>
      stopsOfDay(
        day,
        own.toSorted((one, other) => one - other),
      ),
    )
}

/** What came and went within one day was never known at the end of one. */
const isBrief = ({ knownFrom, knownTo }: ChartEntry): boolean => knownTo !== null && dayOf(knownFrom) === dayOf(knownTo)

const mouthAt = (entries: readonly ChartEntry[], { day, at }: Stop, question: Question) =>
  foldMouth(entries, { at, ...(question === 'known' && { knownAt: endOf(day) }) })

/** The marks of a mouth at a stop, or at the end of a day. */
export const marksOn = (entries: readonly ChartEntry[], when: string | Stop, question: Question): ToothMark[] =>
  drawnMarks(mouthAt(entries, stopOf(when), question))

/** What is said of one entry on the screen. */
export interface Change {
  id: string
  tooth: string
  layer: ToothLayer
  text: string
  /** What it took the place of. */
  instead: string
  recordId: string | null
  /** The day on which it was written down, when that was after the visit's day. */
  addedOn: string | null
  /** The day on which it was taken back. */
  takenBackOn: string | null
  /** The day of its visit, where that is another one. */
  of: string | null
}

/** '深龋 近中𬌗面', '计划 全瓷冠'. */
export function entryText({ tooth, condition, surfaces, status, detail, reason }: Omit<ToothMark, 'group'>): string {
  const { nameZh, layer } = toothCondition(condition)
  const how =
    status === 'removed'
      ? '拆除'
      : status === 'external'
        ? '外院'
        : status === 'inProgress'
          ? '进行中'
          : status === 'planned' && layer !== 'plan'
            ? '计划'
            : ''
  const words = [how, `${detail ?? ''}${nameZh}`, surfaceText(tooth, surfaces)].filter(Boolean).join(' ')
  return reason ? `${words}（${reason}）` : words
}

/**
 * What the visits of a stop, or of a day, changed, tooth by tooth. As far as it was known then, what became known that day of
 * earlier visits is among it, and what was taken back of them.
 */
export function changesOn(entries: readonly ChartEntry[], when: string | Stop, question: Question): Change[] {
  const stop = stopOf(when)
  const { day } = stop
  const { marks } = mouthAt(entries, stop, question)
  const shown = new Map<string, MouthMark>(marks.map((mark) => [mark.entry.id, mark]))
  const isLast = stop.at === endOf(day)
  const isTakenBack = ({ visitAt, knownFrom, knownTo }: ChartEntry) =>
    knownTo !== null && dayOf(knownTo) === day && dayOf(Math.max(visitAt, knownFrom)) < day
  const asked = entries.filter(counts(question)).filter((entry) => {
    const { visitAt, knownFrom } = entry
    if (visitAt > stop.from && visitAt <= stop.at) return question === 'day' || knownFrom <= endOf(day)
    if (question === 'day' || !isLast || dayOf(visitAt) >= day) return false
    return dayOf(knownFrom) === day || isTakenBack(entry)
  })
  return asked
    .filter(
      (entry) => shown.has(entry.id) || entry.status === 'removed' || entry.condition === 'sound' || isTakenBack(entry),
    )
    .map((entry) => ({
      id: entry.id,
      tooth: entry.tooth,
      layer: markLayer(entry),
      text: entryText(entry),
      instead: marks
        .filter(({ endedBy }) => endedBy?.id === entry.id)
        .map((mark) => entryText(mark.entry))
        .join('、'),
      recordId: entry.recordId || null,
      addedOn: entry.recordId !== '' && dayOf(entry.knownFrom) > dayOf(entry.visitAt) ? dayOf(entry.knownFrom) : null,
      takenBackOn: entry.knownTo === null ? null : dayOf(entry.knownTo),
      of: dayOf(entry.visitAt) === day ? null : dayOf(entry.visitAt),
    }))
    .sort((one, other) => one.tooth.localeCompare(other.tooth))
}

/** How many things became known of a day after its end, or were taken back: by how much the two answers differ. */
export function laterKnown(entries: readonly ChartEntry[], day: string): { added: number; takenBack: number } {
  const own = entries.filter((entry) => entry.recordId !== '' && dayOf(entry.visitAt) === day)
  return {
    added: own.filter(({ knownFrom, knownTo }) => knownFrom > endOf(day) && knownTo === null).length,
    takenBack: own.filter(({ knownFrom, knownTo }) => knownFrom <= endOf(day) && knownTo !== null).length,
  }
}

/** One thing in the table of teeth and years. */
export interface YearEntry {
  id: string
  layer: ToothLayer
  text: string
  day: string
  recordId: string | null
}
/** A tooth with what was found and done in each year. */
export interface ToothYears {
  tooth: string
  years: readonly (readonly YearEntry[])[]
}

/** Years that the table shows. */
const TABLE_YEARS = 10

/** Sections of a record whose lines stand in the table, and how they are coloured. */
const layerOfLines: Partial<Record<ToothVisit['lines'][number]['section'], ToothLayer>> = {
  diagnoses: 'finding',
  treatments: 'existing',
}

type Said = YearEntry & { tooth: string; at: number; place: number }

/** What was charted, as the table says it. */
const chartedOf = (entries: readonly ChartEntry[]): Said[] =>
  entries
    .filter((entry) => entry.knownTo === null && entry.condition !== 'sound')
    .map((entry) => ({
      id: entry.id,
      tooth: entry.tooth,
      at: entry.visitAt,
      place: entry.place,
      layer: markLayer(entry),
      text: entryText(entry),
      day: dayOf(entry.visitAt),
      recordId: entry.recordId || null,
    }))

/** Diagnoses and treatments that records write on single teeth, after what they charted. */
const writtenOf = (records: readonly ToothVisit[]): Said[] =>
  records.flatMap(({ id, visitTime, lines }) =>
    lines.flatMap(({ section, teeth, text }, n) => {
      const layer = layerOfLines[section]
      if (!layer) return []
      const at = parseDateTime(visitTime).getTime()
      return parseTeeth(teeth)
        .filter(({ code }) => !isToothRegion(code))
        .map(({ code, surfaces }) => ({
          id: `${id} ${n}`,
          tooth: code,
          at,
          place: Number.MAX_SAFE_INTEGER,
          layer,
          text: [text, surfaceText(code, surfaces)].filter(Boolean).join(' '),
          day: dayOf(at),
          recordId: id,
        }))
    }),
  )

/** Teeth × the year of a day and the nine before it: what was found and done; teeth of which nothing is said are left out. */
export function toothYears(
  entries: readonly ChartEntry[],
  records: readonly ToothVisit[],
  today: string,
): { years: number[]; rows: ToothYears[] } {
  const last = Number(today.slice(0, 4))
  const years = Array.from({ length: TABLE_YEARS }, (_, n) => last - TABLE_YEARS + 1 + n)
  const said = new Map<string, Said>()
  for (const each of [...chartedOf(entries), ...writtenOf(records)]) {
    // A record that charts and writes the same words says them once.
    const key = [each.tooth, each.recordId ?? each.id, each.text].join(' ')
    if (!said.has(key)) said.set(key, each)
  }
  const inOrder = [...said.values()].sort((one, other) => one.at - other.at || one.place - other.place)
  const teeth = [...new Set(inOrder.map(({ tooth }) => tooth))].sort()
  const rows = teeth.map((tooth) => ({
    tooth,
    years: years.map((year) =>
      inOrder
        .filter((each) => each.tooth === tooth && Number(each.day.slice(0, 4)) === year)
        .map(({ tooth: _tooth, at: _at, place: _place, ...each }) => each),
    ),
  }))
  return { years, rows: rows.filter((row) => row.years.some((own) => own.length > 0)) }
}

/** What one visit says of a tooth. */
export interface ToothVisitStory {
  visit: ToothVisit
  /** What it charted there, in one line. */
  charted: string
  lines: string[]
  /** The strongest of what it charted; null when it only looked. */
  layer: ToothLayer | null
}

/** The visits that mention a tooth, the newest first. */
export function storyOf(history: MouthHistory, tooth: string): ToothVisitStory[] {
  return history.records.flatMap((visit) => {
    const lines = visit.lines.filter(({ teeth }) => parseTeeth(teeth).some(({ code }) => code === tooth))
    const own = history.entries.filter(
      (entry) => entry.recordId === visit.id && entry.tooth === tooth && entry.knownTo === null,
    )
    if (lines.length === 0 && own.length === 0) return []
    const layers = own.map(markLayer)
    const layer = (['finding', 'plan', 'existing'] as const).find((each) => layers.includes(each)) ?? null
    const charted = own.map(entryText).join('，')
    return [{ visit, charted, lines: [...new Set(lines.map(({ text }) => text))], layer }]
  })
}

/** What stands in a mouth of one kind, with its teeth. */
export interface Standing {
  name: string
  layer: ToothLayer
  teeth: string[]
}

/** A mouth in words: findings first, then plans, then what is there; each kind with its teeth. */
export function summaryOf(marks: readonly ToothMark[]): Standing[] {
  const kinds = new Map<string, Standing>()
  for (const mark of marks) {
    const layer = markLayer(mark)
    const { nameZh, layer: own } = toothCondition(mark.condition)
    const name = layer === 'plan' && own !== 'plan' ? `计划 ${nameZh}` : nameZh
    const kind = kinds.get(`${layer} ${name}`) ?? { name, layer, teeth: [] }
    kinds.set(`${layer} ${name}`, kind)
    if (!kind.teeth.includes(mark.tooth)) kind.teeth.push(mark.tooth)
  }
  const order: readonly ToothLayer[] = ['finding', 'plan', 'existing']
  return order.flatMap((layer) =>
    [...kinds.values()]
      .filter((kind) => kind.layer === layer)
      .map((kind) => ({ ...kind, teeth: kind.teeth.toSorted() }))
      .sort((one, other) => other.teeth.length - one.teeth.length),
  )
}

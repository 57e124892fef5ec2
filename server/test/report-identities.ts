import { requestOf, type WireInput, type WireOutput } from '@dentin/contract'
import { report, reportNames, timeCuts, viewsOf, type Cut, type ReportDoor } from '@dentin/contract/report'
import type { FastifyInstance } from 'fastify'
import { addDays, addMonths } from '@dentin/kit'
import { readXlsx } from 'hucre/xlsx'
import type { Client } from './harness.ts'

type Ask = WireInput<typeof report.run>
type Answer = WireOutput<typeof report.run>
type Row = Answer['rows'][number]

/** How reports are asked: a test may put a lie between. */
export interface Asking {
  run(ask: Ask): Promise<Answer>
  /** What the file of a report holds, cell by cell; null: there is nothing in it. */
  file(ask: WireInput<typeof report.exportSheet>): Promise<string[][] | null>
  earnings(): Promise<WireOutput<typeof report.totalEarnings>>
  frame(ask: { door: ReportDoor; view?: string }): Promise<WireOutput<typeof report.frame>>
}

/** Reports as somebody is answered. */
export const askedBy = (client: Client, http: FastifyInstance): Asking => ({
  run: (ask) => client.call(report.run, ask),
  frame: (ask) => client.call(report.frame, ask),
  earnings: () => client.call(report.totalEarnings, { all: true }),
  file: async (ask) => {
    const { url, body } = requestOf(report.exportSheet, ask)
    const answer = await http.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${client.token ?? ''}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    if (!String(answer.headers['content-type']).includes('spreadsheetml')) return null
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets
    return (sheet?.rows ?? []).map((row) =>
      row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))),
    )
  },
})

/** The days of a month, '2026-10'. */
export const daysOfMonth = (month: string) => ({ from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1), -1) })

/** All the rows of a report, page by page. */
async function wholeOf(asking: Asking, ask: Ask): Promise<Answer> {
  const answer = await asking.run({ ...ask, pageSize: 200 })
  const rows = answer.rows.filter(({ level }) => level === 'row')
  for (let pageNum = 2; rows.length < answer.count; pageNum += 1) {
    const next = (await asking.run({ ...ask, pageSize: 200, pageNum })).rows.filter(({ level }) => level === 'row')
    if (next.length === 0) break
    rows.push(...next)
  }
  return { ...answer, rows }
}

/** A value in the smallest of its unit. */
const small = (text: string | null | undefined): number => Math.round(Number(text ?? 0) * 100)
const column = (answer: Answer, code: string): number => {
  const n = answer.figures.findIndex((figure) => figure.code === code)
  if (n < 0) throw new Error(`no column ${code}`)
  return n
}
const valueOf = (answer: Answer, code: string, row: Row = answer.total): number =>
  small(row.values[column(answer, code)])
/** The same where the column may be missing: nothing moved by a way that it is of. */
const perhapsOf = (answer: Answer, code: string): number =>
  code.includes(':') && !answer.figures.some((figure) => figure.code === code) ? 0 : valueOf(answer, code)
const sumOf = (answer: Answer, code: string): number =>
  answer.rows.reduce((sum, row) => sum + valueOf(answer, code, row), 0)

/** Figures that the same thing comes to in several places; where they do not, what is said. */
function same(what: string, values: Readonly<Record<string, number>>): string[] {
  const all = Object.entries(values)
  return all.every(([, value]) => value === all[0]?.[1])
    ? []
    : [`${what}: ${all.map(([name, value]) => `${name} ${value}`).join(', ')}`]
}

/** An identity of the reports (money.md §12): what breaks it in a month; of an identity that holds nothing. */
type Identity = (asking: Asking, month: string) => Promise<string[]>

/** Is it a sum of rows, so that parts of it make the whole? */
const addsUp = ({ over, under, isBalance, isDistinct }: Answer['figures'][number], by: Cut): boolean =>
  !isDistinct &&
  under.length === 0 &&
  (over.length === 0 || !isBalance) &&
  !(isBalance && (timeCuts as readonly Cut[]).includes(by))

/** Figures in which somebody is counted once, or paid in one part: parts of them make no whole. */
const NO_SUM = ['P1', 'P2']

/** Reports that have these cuts, each in its first view. */
const withCuts = async (asking: Asking, ...cuts: Cut[]): Promise<ReportDoor[]> => {
  const found: ReportDoor[] = []
  for (const door of reportNames) {
    if (door === 'referralRecord') continue
    const frame = await asking.frame({ door })
    if (cuts.every((cut) => frame.cuts.includes(cut))) found.push(door)
  }
  return found
}

export const reportIdentities: Readonly<Record<string, Identity>> = {
  'J7 takings are the same on every report that shows them, and by every way to pay': async (asking, month) => {
    const span = daysOfMonth(month)
    const ask = (door: ReportDoor, by: Cut) => wholeOf(asking, { door, ...span, by })
    const [business, income, statement, shifts, cockpit, ways] = await Promise.all([
      ask('analysisData', 'clinic'),
      ask('incomeSummary', 'topCategory'),
      ask('accountStatement', 'day'),
      ask('accountStatement', 'shift'),
      ask('homeCockpit', 'clinic'),
      ask('analysisData', 'method'),
    ])
    const found = same(`${month} C1`, {
      analysisData: valueOf(business, 'C1'),
      incomeSummary: sumOf(income, 'C1'),
      accountStatement: sumOf(statement, 'C1'),
      shifts: sumOf(shifts, 'C1'),
      homeCockpit: sumOf(cockpit, 'C1'),
      methods: sumOf(ways, 'C1'),
    })
    // Way by way: the column of the statement is the row of the report.
    for (const { code, name } of statement.figures) {
      if (!code.startsWith('C1:')) continue
      const row = ways.rows.find(({ key }) => `C1:${key}` === code)
      found.push(
        ...same(`${month} ${code} ${name}`, {
          accountStatement: valueOf(statement, code),
          shifts: sumOf(shifts, code),
          analysisData: row ? valueOf(ways, 'C1', row) : 0,
        }),
      )
    }
    return found
  },
  'J7 今日, 昨日, 本月 and 本年 of 总收入 are what the reports say of these days': async (asking) => {
    const earned = await asking.earnings()
    const found: string[] = []
    for (const { span, from, to, values } of earned.spans) {
      const answer = await asking.run({ door: 'analysisData', from, to, by: 'clinic' })
      for (const [n, { code }] of earned.figures.entries())
        found.push(...same(`${span} ${code}`, { earnings: small(values[n]), analysisData: valueOf(answer, code) }))
    }
    const [first, last] = [earned.line[0]?.date, earned.line.at(-1)?.date]
    if (!first || !last) return [...found, 'no line']
    const days = await asking.run({ door: 'analysisData', from: first, to: last, by: 'day', figures: ['C1'] })
    for (const { date, value } of earned.line) {
      const row = days.rows.find(({ key }) => key === date)
      found.push(...same(date, { line: small(value), analysisData: row ? valueOf(days, 'C1', row) : 0 }))
    }
    return found
  },
  'J10, J11 revenue and what was billed are the same by category, item, doctor, clinic and day': async (
    asking,
    month,
  ) => {
    const span = daysOfMonth(month)
    const found: string[] = []
    const ask = (door: ReportDoor, by: Cut) => wholeOf(asking, { door, ...span, by })
    const of = {
      clinic: await ask('analysisData', 'clinic'),
      doctor: await ask('analysisData', 'doctor'),
      day: await ask('analysisData', 'day'),
      category: await ask('productReport', 'category'),
      item: await ask('productReport', 'item'),
      topCategory: await ask('incomeSummary', 'topCategory'),
      cockpit: await ask('homeCockpit', 'doctor'),
      people: await ask('employeeReport', 'doctor'),
    }
    const sums = (code: string) =>
      Object.fromEntries(
        Object.entries(of).flatMap(([name, answer]) =>
          answer.figures.some((figure) => figure.code === code) ? [[name, sumOf(answer, code)] as const] : [],
        ),
      )
    for (const code of ['R1', 'B4', 'C1', 'C2']) found.push(...same(`${month} ${code}`, sums(code)))
    // J11: the foot of the bills.
    const bills = await asking.run({ door: 'billRecord', ...span, by: 'clinic' })
    found.push(...same(`${month} B4`, { bills: valueOf(bills, 'BC8'), lines: valueOf(of.clinic, 'B4') }))
    return found
  },
  'J17 the chain is the sum of its clinics': async (asking, month) => {
    const span = daysOfMonth(month)
    const found: string[] = []
    for (const door of await withCuts(asking, 'clinic')) {
      const ask: Ask = { door, ...span, by: 'clinic' }
      const [whole, { clinics }] = await Promise.all([asking.run(ask), asking.frame({ door })])
      const parts = await Promise.all(clinics.map(({ id }) => asking.run({ ...ask, clinicIds: [id] })))
      for (const figure of whole.figures) {
        if (!addsUp(figure, 'clinic') || NO_SUM.includes(figure.code)) continue
        // What belongs to the whole company is a row without a clinic.
        const ofNone = whole.rows.find(({ key }) => key === '')
        const sum = parts.reduce((total, part) => total + perhapsOf(part, figure.code), 0)
        found.push(
          ...same(`${month} ${door} ${figure.code}`, {
            chain: valueOf(whole, figure.code),
            clinics: sum + (ofNone ? valueOf(whole, figure.code, ofNone) : 0),
          }),
        )
        for (const [n, { id, name }] of clinics.entries()) {
          const row = whole.rows.find(({ key }) => key === id)
          const own = parts[n] as Answer
          found.push(
            ...same(`${month} ${door} ${figure.code} ${name}`, {
              row: row ? valueOf(whole, figure.code, row) : 0,
              alone: perhapsOf(own, figure.code),
            }),
          )
        }
      }
    }
    return found
  },
  'J18 a month is the sum of its days, asked day by day or together': async (asking, month) => {
    const { from, to } = daysOfMonth(month)
    const found: string[] = []
    for (const door of await withCuts(asking, 'day')) {
      const whole = await asking.run({ door, from, to, by: 'day' })
      const half = `${month}-15`
      const [first, second] = await Promise.all([
        asking.run({ door, from, to: half, by: 'day' }),
        asking.run({ door, from: addDays(half, 1), to, by: 'day' }),
      ])
      for (const figure of whole.figures)
        if (addsUp(figure, 'day') && !figure.isBalance) {
          found.push(
            ...same(`${month} ${door} ${figure.code}`, {
              foot: valueOf(whole, figure.code),
              days: sumOf(whole, figure.code),
              halves: [first, second].reduce((sum, answer) => sum + perhapsOf(answer, figure.code), 0),
            }),
          )
        }
    }
    return found
  },
  'J18 what stands at the end of a month is what the next begins with, row by row': async (asking, month) => {
    const [now, next] = [daysOfMonth(month), daysOfMonth(addMonths(`${month}-01`, 1).slice(0, 7))]
    const found: string[] = []
    const pairs = [
      { door: 'collectionBalanceSheet', by: 'bill', closing: 'A6', opening: 'A1' },
      { door: 'patientBalanceRecord', by: 'card', closing: 'K16', opening: 'K3' },
      { door: 'patientBalanceRecord', by: 'card', closing: 'K17', opening: 'K4' },
      { door: 'membershipCardSurvey', by: 'cardType', closing: 'K16', opening: 'K3' },
      { door: 'membershipCardSurvey', by: 'clinic', closing: 'K17', opening: 'K4' },
      { door: 'patientAnalysisData', view: 'loyalty', by: 'doctor', closing: 'N3', opening: 'N3o' },
    ] as const
    for (const { door, by, closing, opening, ...rest } of pairs) {
      const figures = [closing, opening]
      const [ends, begins] = await Promise.all([
        wholeOf(asking, { door, ...rest, ...now, by, figures }),
        wholeOf(asking, { door, ...rest, ...next, by, figures }),
      ])
      const keys = new Set([...ends.rows, ...begins.rows].map(({ key }) => key))
      const at = (answer: Answer, code: string, key: string) => {
        const row = answer.rows.find((each) => each.key === key)
        return row ? valueOf(answer, code, row) : 0
      }
      found.push(
        ...same(`${month} ${door} ${closing}`, { ends: valueOf(ends, closing), begins: valueOf(begins, opening) }),
      )
      for (const key of keys)
        found.push(
          ...same(`${month} ${door} ${closing} ${key}`, {
            ends: at(ends, closing, key),
            begins: at(begins, opening, key),
          }),
        )
    }
    return found
  },
  'J20 a file says what the screen says': async (asking, month) => {
    // The first days of the month: every file has rows, and none of them many.
    const week = { from: `${month}-01`, to: `${month}-07` }
    const found: string[] = []
    for (const door of reportNames) {
      // The cockpit is no file.
      if (door === 'referralRecord' || door === 'homeCockpit') continue
      for (const view of [undefined, ...Object.keys(viewsOf(door)).slice(1)]) {
        const ask = { door, ...(view ? { view } : {}) }
        const [by = 'clinic'] = (await asking.frame(ask)).cuts
        // What was done at the chair fills pages: its file of a whole month comes in time.
        const span = door === 'treatmentRecord' ? daysOfMonth(month) : week
        const screen = await asking.run({ ...ask, ...span, by, pageSize: 200 })
        const file = await asking.file({ ...ask, ...span, by })
        const place = [month, door, view, by].filter(Boolean).join(' ')
        if (screen.rows.length === 0) {
          if (file) found.push(`${place}: a file of no rows`)
          continue
        }
        const [head = [], ...body] = file ?? []
        const titles = [...screen.facts, ...screen.figures.map(({ name }) => ({ title: name }))].map(
          ({ title }) => title,
        )
        if (head.slice(1).toSorted().join() !== titles.toSorted().join()) found.push(`${place}: columns ${head.join()}`)
        // All rows, a sum behind each group, and the foot.
        const isWhole = screen.rows.filter(({ level }) => level === 'row').length === screen.count
        if (isWhole && body.length !== screen.rows.length + 1) found.push(`${place}: ${body.length} rows`)
        const compared = isWhole
          ? [...screen.rows, screen.total]
          : screen.rows.filter(({ level }) => level === 'row').slice(0, 1)
        for (const [n, row] of compared.entries()) {
          const cells = body[n] ?? []
          for (const [i, { name, unit }] of screen.figures.entries()) {
            const value = row.values[i] ?? null
            const said = value === null ? '' : unit === 'percent' ? `${value}%` : String(Number(value))
            const written = cells[head.indexOf(name)] ?? ''
            if (written !== said) found.push(`${place} ${row.label} ${name}: the file ${written}, the screen ${said}`)
          }
          for (const [i, { title }] of screen.facts.entries()) {
            const [said, written] = [row.facts[i] ?? '', cells[head.indexOf(title)] ?? '']
            if (said !== written && Number(said) !== Number(written))
              found.push(`${place} ${row.label} ${title}: the file ${written}, the screen ${said}`)
          }
        }
      }
    }
    return found
  },
  'J25 first visits, further ones and those after a long time are all visits, by every cut': async (asking, month) => {
    const found: string[] = []
    for (const by of ['doctor', 'clinic', 'day', 'dept', 'source'] as const) {
      const visits = await wholeOf(asking, {
        door: 'analysisData',
        ...daysOfMonth(month),
        by,
        figures: ['V7', 'V8', 'V9', 'V10'],
      })
      for (const row of [...visits.rows, visits.total])
        found.push(
          ...same(`${month} ${by} ${row.label}`, {
            kinds: valueOf(visits, 'V8', row) + valueOf(visits, 'V9', row) + valueOf(visits, 'V10', row),
            visits: valueOf(visits, 'V7', row),
          }),
        )
      found.push(...same(`${month} ${by}`, { rows: sumOf(visits, 'V7'), foot: valueOf(visits, 'V7') }))
    }
    return found
  },
}

/** Puts a lie into the answers: a figure of a report, in its foot or in its first row, is a little more. */
export function lying(
  asking: Asking,
  {
    door,
    figure,
    by,
    in: place = 'row',
    when,
  }: { door: ReportDoor; figure: string; by?: Cut; in?: 'row' | 'foot'; when?: (ask: Ask) => boolean },
): Asking {
  return {
    ...asking,
    run: async (ask) => {
      const answer = await asking.run(ask)
      const n = answer.figures.findIndex(({ code }) => code === figure)
      const isIt = ask.door === door && (by === undefined || ask.by === by) && (when?.(ask) ?? true)
      if (!isIt || n < 0) return answer
      const [first] = answer.rows
      const more = (row: Row): Row => ({
        ...row,
        values: row.values.map((value, at) => (at === n ? String(Number(value ?? 0) + 1) : value)),
      })
      return place === 'foot' || !first
        ? { ...answer, total: more(answer.total) }
        : { ...answer, rows: [more(first), ...answer.rows.slice(1)] }
    },
  }
}

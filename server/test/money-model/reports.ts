import type { Cut, ReportDoor } from '@dentin/contract/report'
import { addDays, addMonths, parseDateTime, today } from '@dentin/kit'
import { fixture, type TestApp } from '../harness.ts'
import { askedBy, daysOfMonth, reportIdentities } from '../report-identities.ts'
import { differences } from '../second-reckoning/compare.ts'
import { misfits } from '../second-reckoning/money.ts'
import { SecondReckoning } from '../second-reckoning/reckon.ts'
import { readWorld } from '../second-reckoning/world.ts'

/** The reports of money, each by a cut that says where a figure would stand wrong. */
const MONEY: readonly { door: ReportDoor; view?: string; cuts: readonly Cut[] }[] = [
  { door: 'analysisData', cuts: ['clinic', 'method', 'doctor'] },
  { door: 'productReport', cuts: ['item'] },
  { door: 'incomeSummary', cuts: ['topCategory'] },
  { door: 'accountStatement', cuts: ['clinic', 'shift'] },
  { door: 'collectionBalanceSheet', cuts: ['clinic', 'bill'] },
  { door: 'customerService', cuts: ['clinic'] },
  { door: 'patientBalanceRecord', cuts: ['clinic', 'card'] },
  { door: 'membershipCardSurvey', cuts: ['cardType', 'clinic'] },
  { door: 'memberCardRecord', cuts: ['moveKind'] },
  { door: 'billRecord', cuts: ['clinic'] },
  { door: 'billRecord', view: 'opened', cuts: ['clinic'] },
  { door: 'billRecord', view: 'paid', cuts: ['clinic'] },
]

/**
 * What the reports of head office say otherwise than a second reckoning over raw rows, or than one another, of the months of a clock.
 * @param lane which of the databases that were played at once this is: each looks at some of the three months
 */
export async function brokenReports(app: TestApp, since: string, lane: number, lanes: number): Promise<string[]> {
  const now = today(app.clock.now())
  const head = await app.as('headquarters')
  const second = new SecondReckoning(await readWorld(app.owner, fixture.tenants.a, app.clock.now()))
  const months: string[] = []
  for (let at = `${since.slice(0, 7)}-01`; at <= now; at = addMonths(at, 1)) months.push(at.slice(0, 7))
  // The first, one in the middle, and the last.
  const looked = [...new Set([months[0], months[Math.floor(months.length / 2)], months.at(-1)])]
    .flatMap((each) => each ?? [])
    .filter((_, n) => n % lanes === lane % 3)
  const asking = askedBy(head, app.application.http)
  const questions: Promise<string[]>[] = []
  for (const month of looked) {
    for (const { door, view, cuts } of MONEY)
      for (const by of cuts) {
        const held = { door, ...(view ? { view } : {}), span: daysOfMonth(month), by }
        questions.push(differences(head, second, held, null).then(({ wrong }) => wrong))
      }
    for (const [name, broken] of Object.entries(reportIdentities)) {
      if (name.startsWith('J20') || (asksAhead(name) && month === months.at(-1))) continue
      questions.push(broken(asking, month).then((rows) => rows.map((each) => `${name}: ${each}`)))
    }
  }
  // Whatever happened at all: what came in and went out, and what was owed, two years at a time.
  for (let from = `${since.slice(0, 7)}-01`; from <= now; from = addMonths(from, 24)) {
    const span = { from, to: addDays(addMonths(from, 24), -1) }
    for (const { door, by, figures } of [
      { door: 'analysisData', by: 'clinic', figures: ['C1', 'C2', 'C3', 'R1', 'B4', 'A2', 'A3', 'A4'] },
      { door: 'incomeSummary', by: 'topCategory', figures: ['C1', 'C2', 'R1'] },
      { door: 'patientBalanceRecord', by: 'clinic', figures: ['K5', 'K7', 'K8', 'K9', 'K10', 'K11', 'K16', 'K23'] },
    ] as const)
      questions.push(
        differences(head, second, { door, by, span, figures: [...figures] }, null).then(({ wrong }) => wrong),
      )
  }
  const found = [...misfits(second.world), ...(await Promise.all(questions)).flat()]
  // Its days, and what the last month hands on, can be asked once the next one has begun.
  const last = months.at(-1) ?? ''
  if (looked.includes(last)) {
    app.clock.set(parseDateTime(`${addMonths(`${last}-01`, 1)} 10:00:00`))
    const later = askedBy(await app.as('headquarters'), app.application.http)
    for (const [name, broken] of Object.entries(reportIdentities))
      if (asksAhead(name)) found.push(...(await broken(later, last)).map((each) => `${name}: ${each}`))
  }
  return found.slice(0, 40)
}

/** An identity that asks for single days of a month, or for the beginning of the next: of a month that is not over they are yet to come. */
const asksAhead = (name: string): boolean => name.startsWith('J18')

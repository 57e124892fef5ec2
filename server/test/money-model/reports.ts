import type { Cut, ReportDoor } from '@dentin/contract/report'
import { addMonths, today } from '@dentin/kit'
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

/** What the reports of head office say otherwise than a second reckoning over raw rows, or than one another, of the months of a clock. */
export async function brokenReports(app: TestApp, since: string): Promise<string[]> {
  const now = today(app.clock.now())
  const head = await app.as('headquarters')
  const second = new SecondReckoning(await readWorld(app.owner, fixture.tenants.a, now))
  const months: string[] = []
  for (let at = `${since.slice(0, 7)}-01`; at <= now; at = addMonths(at, 1)) months.push(at.slice(0, 7))
  // The first, one in the middle, and the last.
  const looked = [...new Set([months[0], months[Math.floor(months.length / 2)], months.at(-1)])].flatMap(
    (each) => each ?? [],
  )
  const wrong = [...misfits(second.world)]
  const asking = askedBy(head, app.application.http)
  for (const month of looked) {
    for (const { door, view, cuts } of MONEY)
      for (const by of cuts) {
        const held = { door, ...(view ? { view } : {}), span: daysOfMonth(month), by }
        wrong.push(...(await differences(head, second, held, null)).wrong)
      }
    for (const [name, broken] of Object.entries(reportIdentities))
      if (!name.startsWith('J20')) wrong.push(...(await broken(asking, month)).map((each) => `${name}: ${each}`))
  }
  return wrong.slice(0, 40)
}

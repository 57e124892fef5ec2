import { report, timeCuts, type Cut, type ReportDoor } from '@dentin/contract/report'
import type { WireInput, WireOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import type pg from 'pg'
import { expect } from 'vitest'
import { makeApplication } from '../src/app/application.ts'
import { hashToken, newToken } from '../src/platform/security/tokens.ts'
import { readConfig } from '../src/platform/config.ts'
import { makeLog } from '../src/platform/log.ts'
import { TestClock } from '../src/platform/clock.ts'
import { DEMO_NOW } from './demo-template.ts'
import { Client } from './harness.ts'

/** The product over a copy of the demo, with a person of head office. */
export async function demoProduct(urls: { appUrl: string; owner: pg.Client; dataDir: string }) {
  const application = await makeApplication({
    config: readConfig({
      NODE_ENV: 'test',
      DATA_DIR: urls.dataDir,
      LOG_LEVEL: 'error',
      PORT: '0',
      SERVER_KEY: 'a key for tests with nothing behind it',
      DATABASE_POOL: '8',
    }),
    appUrl: urls.appUrl,
    clock: new TestClock(DEMO_NOW),
    log: makeLog('error'),
  })
  await application.http.ready()
  /** A session of somebody of the staff in a clinic. */
  const signInAs = async (employeeId: string, clinicId: string) => {
    const token = newToken()
    await urls.owner.query(
      `insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at, expires_at)
       select $1, $2, e.account_id, e.name, e.tenant_id, $5, e.id, $3, $3, $4 from employee e where e.id = $6`,
      [hashToken(token), uuidv7(), DEMO_NOW, new Date(DEMO_NOW.getTime() + 86_400_000), clinicId, employeeId],
    )
    return new Client(application.http, token, clinicId)
  }
  const signIn = async (loginName: string) => {
    const { rows } = await urls.owner.query<{ clinic_id: string; employee_id: string }>(
      `select w.clinic_id, w.employee_id from account a join employee e on e.account_id = a.id
       join employee_clinic w on w.tenant_id = e.tenant_id and w.employee_id = e.id and w.active
       where a.login_name = $1 order by w.created_at limit 1`,
      [loginName],
    )
    if (!rows[0]) throw new Error(`nobody is ${loginName}`)
    return signInAs(rows[0].employee_id, rows[0].clinic_id)
  }
  return { application, signIn, signInAs }
}

type Ask = WireInput<typeof report.run>

type Answer = WireOutput<typeof report.run>
type Row = Answer['rows'][number]

/** All the rows of a report, page by page, with its foot. Sums of groups are left out unless asked for. */
export async function wholeReport(client: Client, ask: Ask, withSums = false): Promise<Answer> {
  const answer = await client.call(report.run, { ...ask, pageSize: 200 })
  const rows: Row[] = [...answer.rows]
  for (let pageNum = 2; (pageNum - 1) * 200 < answer.count; pageNum += 1) {
    const isPaged = rows.filter(({ level }) => level === 'row').length < answer.count
    if (isPaged) rows.push(...(await client.call(report.run, { ...ask, pageSize: 200, pageNum })).rows)
  }
  return { ...answer, rows: withSums ? rows : rows.filter(({ level }) => level === 'row') }
}

/** A column of a report in fen, by its figure's code. */
export const fenOf = (answer: Answer, code: string, row: Row): number => {
  const n = answer.figures.findIndex((figure) => figure.code === code)
  if (n < 0) throw new Error(`no column ${code}`)
  return Math.round(Number(row.values[n] ?? 0) * 100)
}

/** J19: every cell of a report is the sum of the rows that it opens, and so is the foot. */
export async function cellsAreTheirRows(client: Client, ask: Ask): Promise<number> {
  const answer = await client.call(report.run, ask)
  const counted = answer.figures.filter(({ over }) => over.length === 0)
  let cells = 0
  for (const figure of counted) {
    const n = answer.figures.indexOf(figure)
    for (const row of [...answer.rows, answer.total]) {
      if (Number(row.values[n] ?? 0) === 0) continue
      const opened = await client.call(report.drill, {
        ...ask,
        by: row.by,
        figure: figure.code,
        ...(row === answer.total ? {} : { key: row.key }),
        pageSize: 1,
      })
      expect([ask.by, figure.code, row.label, opened.sum]).toEqual([ask.by, figure.code, row.label, row.values[n]])
      cells += 1
    }
  }
  return cells
}

/** What is paid is of the part that is looked at: of no two the same. */
const PAID_BY_PART = ['P1', 'P2']

/**
 * J10, J18: a figure that counts rows comes to the same by every cut that shows it, row upon row. What stands at a day does so by every
 * cut but those along time, whose rows are each of their own end.
 */
export async function cutsAgree(
  client: Client,
  ask: { door: ReportDoor; view?: string; from: string; to: string },
  cuts: readonly Cut[],
): Promise<void> {
  const answers = await Promise.all(cuts.map((by) => wholeReport(client, { ...ask, by })))
  /** What each figure comes to in the foot of the first cut that shows it. */
  const feet = new Map<string, string | null>()
  for (const [i, answer] of answers.entries())
    for (const [n, figure] of answer.figures.entries()) {
      if (figure.over.length > 0) continue
      const at = [ask.view, cuts[i], figure.code]
      const foot = answer.total.values[n] ?? null
      const sum = answer.rows.reduce((total, row) => total + Math.round(Number(row.values[n] ?? 0) * 100), 0)
      const isAlongTime = (timeCuts as readonly Cut[]).includes(cuts[i] as Cut)
      if (figure.isDistinct) {
        // Who stands in several rows is one in the whole.
        const most = Math.max(0, ...answer.rows.map((row) => Number(row.values[n] ?? 0)))
        expect([...at, Number(foot) >= most, Number(foot) * 100 <= sum]).toEqual([...at, true, true])
      } else if (!(figure.isBalance && isAlongTime))
        expect([...at, sum]).toEqual([...at, Math.round(Number(foot) * 100)])
      // A report of people shows of each part what it is paid.
      if (PAID_BY_PART.includes(figure.code)) continue
      if (!feet.has(figure.code)) feet.set(figure.code, foot)
      expect([...at, foot]).toEqual([...at, feet.get(figure.code)])
    }
}

import { contract, requestOf, type WireInput } from '@dentin/contract'
import type { Cut, ReportDoor } from '@dentin/contract/report'
import { addDays, addMonths, formatDate } from '@dentin/kit'
import type { Chain } from './chain.ts'
import type { ChainClinic } from './data.ts'
import { say } from './rig.ts'

type Run = WireInput<typeof contract.report.run>
/** Requests that a screen sends together: done when the last is answered. */
interface Look {
  id: string
  name: string
  /** Milliseconds until the last answer. */
  goal: number
  /** What is asked first, for the top of the screen: the others follow its answers. */
  first?: { requests: Look['requests']; goal: number }
  requests: readonly { method: string; url: string; body: string | null }[]
}

const run = (input: Run) => posted(requestOf(contract.report.run, input))
const posted = ({ url, body }: ReturnType<typeof requestOf>) => ({
  method: 'POST',
  url,
  body: body ? JSON.stringify(body) : null,
})

/** What head office and clinics look at, on a chain with money. */
export function looks(chain: Chain): Look[] {
  const today = formatDate(chain.now)
  const thisMonth = `${today.slice(0, 7)}-01`
  const month = { from: addMonths(thisMonth, -1), to: addDays(thisMonth, -1) }
  const year = { from: `${today.slice(0, 4)}-01-01`, to: today }
  const clinicIds = [(chain.clinics[0] as ChainClinic).clinicId]
  const report = (door: ReportDoor, by: Cut, rest: Partial<Run>) => run({ door, by, ...month, ...rest } as Run)
  const one = (door: ReportDoor, by: Cut): Look => ({
    id: `month ${door}`,
    name: `${door} 一家门诊一个月，按${by}`,
    goal: 300,
    requests: [report(door, by, { clinicIds })],
  })
  const drill = (
    door: ReportDoor,
    figure: string,
    by: Cut,
    rest: Partial<WireInput<typeof contract.report.drill>>,
  ) => ({
    id: `drill ${figure}`,
    name: `${figure} 的明细，${door}`,
    goal: 200,
    requests: [
      posted(requestOf(contract.report.drill, { door, figure, by, ...month, pageNum: 1, pageSize: 20, ...rest })),
    ],
  })
  const cockpit = (by: Cut, figures: string[], rest: Partial<Run> = {}) =>
    run({ door: 'homeCockpit', from: thisMonth, to: today, by, figures, ...rest } as Run)
  return [
    one('analysisData', 'day'),
    one('productReport', 'category'),
    one('incomeSummary', 'topCategory'),
    one('accountStatement', 'movement'),
    one('collectionBalanceSheet', 'patient'),
    one('patientBalanceRecord', 'patient'),
    one('customerService', 'due'),
    one('employeeReport', 'doctor'),
    one('membershipCardSurvey', 'cardType'),
    one('patientAnalysisData', 'source'),
    one('firstDiagnosjuiis', 'visit'),
    one('billRecord', 'bill'),
    one('treatmentRecord', 'treatment'),
    one('memberCardRecord', 'cardMove'),
    one('matchingDiagnosis', 'diagnosis'),
    one('referralRecord', 'referrer'),
    ...(['analysisData', 'incomeSummary', 'employeeReport'] as const).map((door) => ({
      id: `chain month ${door}`,
      name: `${door} 全连锁一个月，对比去年`,
      goal: 2_000,
      requests: [report(door, door === 'employeeReport' ? 'doctor' : 'clinic', { compare: 'year' })],
    })),
    ...(['analysisData', 'incomeSummary', 'productReport'] as const).map((door) => ({
      id: `chain year ${door}`,
      name: `${door} 全连锁一年，对比去年`,
      goal: 3_000,
      requests: [report(door, door === 'productReport' ? 'category' : 'month', { ...year, compare: 'year' })],
    })),
    {
      id: 'cockpit',
      name: '驾驶舱，全连锁本月',
      goal: 3_000,
      first: { requests: [cockpit('clinic', ['C1']), cockpit('clinic', ['T1'])], goal: 1_000 },
      requests: [
        cockpit('clinic', ['V7', 'V8', 'V15', 'R2', 'D1', 'D0', 'D2', 'Q1', 'Q2', 'Q4', 'Q3'], { compare: 'year' }),
        cockpit('day', ['C1']),
        cockpit('day', ['C1'], { from: addMonths(thisMonth, -12), to: addDays(addMonths(thisMonth, -11), -1) }),
        cockpit('topCategory', ['C1']),
        cockpit('source', ['V8', 'V15', 'D2', 'Q1', 'Q2', 'Q4', 'Q3']),
        cockpit('weekHour', ['V13']),
        cockpit('doctor', ['C1', 'V7', 'D2']),
        cockpit('clinic', ['V1', 'V3', 'V7'], { from: today }),
      ],
    },
    drill('analysisData', 'C1', 'clinic', { key: clinicIds[0] as string }),
    drill('analysisData', 'V7', 'clinic', { key: clinicIds[0] as string }),
    drill('incomeSummary', 'R1', 'clinic', { key: clinicIds[0] as string }),
    drill('analysisData', 'C1', 'clinic', {}),
    drill('incomeSummary', 'R1', 'clinic', {}),
    {
      id: 'ages',
      name: '全部应收的账龄，一年前的一天',
      goal: 2_000,
      requests: [report('collectionBalanceSheet', 'clinic', { from: addDays(today, -365), to: addDays(today, -365) })],
    },
  ]
}

/** How long each look takes when one person looks: the slowest and the usual of some times. @returns whether all are within their goals */
export async function timeLooks(chain: Chain, origin: string, only: readonly string[]): Promise<boolean> {
  const token = (chain.clinics[0] as ChainClinic).token
  say(`\n| | 用时 ms：最快 / 中间 / 最慢 | 目标 |\n|---|---|---|`)
  let good = true
  for (const look of looks(chain)) {
    if (only.length > 0 && !only.some((part) => look.id.includes(part))) continue
    const times: number[] = []
    const firsts: number[] = []
    let refused = ''
    for (let n = 0; n < (look.goal > 1_000 ? 4 : 8); n++) {
      const started = performance.now()
      const all = (requests: Look['requests']) =>
        Promise.all(
          requests.map(async (request) => {
            refused ||= await asked(origin, token, request)
          }),
        )
      await all(look.first?.requests ?? [])
      firsts.push(performance.now() - started)
      await all(look.requests)
      times.push(performance.now() - started)
      if (refused) break
    }
    if (refused) {
      good = false
      say(`| ${look.name} | ${(times[0] ?? 0).toFixed(0)} 之后：${refused} | ≤ ${look.goal} ✗ |`)
      continue
    }
    // The first time of a server finds nothing prepared.
    const [cold] = times.splice(0, 1)
    firsts.splice(0, 1)
    times.sort((a, b) => a - b)
    const slowest = times.at(-1) as number
    const late = slowest > look.goal || (look.first !== undefined && Math.max(...firsts) > look.first.goal)
    if (late) good = false
    const first =
      look.first === undefined ? '' : `，第一组 ${Math.max(...firsts).toFixed(0)}（目标 ${look.first.goal}）`
    say(
      `| ${look.name} | ${(times[0] as number).toFixed(0)} / ${(times[times.length >> 1] as number).toFixed(0)} / ${slowest.toFixed(0)}（第一次 ${cold?.toFixed(0)}）${first} | ≤ ${look.goal}${late ? ' ✗' : ''} |`,
    )
  }
  return good
}

/** @returns why it was refused; nothing when it was not */
async function asked(origin: string, token: string, { method, url, body }: Look['requests'][number]): Promise<string> {
  const answer = await fetch(`${origin}${url}`, {
    method,
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  const { code, message } = (await answer.json()) as { code: number; message: string }
  return code === 0 ? '' : `${code} ${message}`
}

/** Chain reports that go on being asked for, so many at once, until the work beside them is done. */
export async function beside<T>(chain: Chain, origin: string, many: number, work: () => Promise<T>): Promise<T> {
  const token = (chain.clinics[0] as ChainClinic).token
  const heavy = looks(chain).filter(({ id }) => id.startsWith('chain '))
  let over = false
  const askers = Array.from({ length: many }, async (_, at) => {
    for (let n = at; !over; n++) {
      const look = heavy[n % heavy.length] as Look
      for (const request of look.requests) await asked(origin, token, request)
    }
  })
  try {
    return await work()
  } finally {
    over = true
    await Promise.all(askers)
  }
}

/** The largest file of a report: every movement of a year. */
export const largestFile = (chain: Chain) => {
  const to = formatDate(chain.now)
  return requestOf(contract.report.exportSheet, {
    door: 'accountStatement',
    by: 'movement',
    from: addDays(to, -60),
    to,
  })
}
